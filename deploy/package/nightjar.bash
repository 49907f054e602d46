# Completion for bash: subcommands and options as the program itself lists them.
_nightjar()
{
    local word=${COMP_WORDS[COMP_CWORD]} command=${COMP_WORDS[1]} words

    if [ "$COMP_CWORD" -eq 1 ]; then
        words=$(nightjar --help | sed -n 's/^  \([a-z][a-z-]*\)  *.*/\1/p')
    elif [[ $word == -* ]]; then
        words=$(nightjar "$command" --help | grep -oE -- '--?[a-z][a-z-]*')
    else
        COMPREPLY=($(compgen -f -- "$word"))
        return
    fi
    COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o filenames -F _nightjar nightjar
