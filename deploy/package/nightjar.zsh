#compdef nightjar
# Completion for zsh: subcommands and options as the program itself lists them.
_nightjar()
{
    local -a found

    if (( CURRENT == 2 )); then
        found=(${(f)"$(nightjar --help |
            sed -n 's/^  \([a-z][a-z-]*\)  *\(.*\)/\1:\2/p')"})
        _describe command found
    elif [[ $PREFIX == -* ]]; then
        found=(${(f)"$(nightjar $words[2] --help |
            grep -oE -- '--?[a-z][a-z-]*')"})
        compadd -- $found
    else
        _files
    fi
}
_nightjar "$@"
