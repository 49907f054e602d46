# Completion for fish: subcommands and options as the program itself lists them.
function __nightjar_commands
    nightjar --help | string replace -rf '^  ([a-z][a-z-]*) +(.*)' '$1\t$2'
end

function __nightjar_options
    set -l words (commandline -opc)
    nightjar $words[2] --help | string match -ra -- '--?[a-z][a-z-]*'
end

complete -c nightjar -n __fish_use_subcommand -f -a '(__nightjar_commands)'
complete -c nightjar -n 'not __fish_use_subcommand; and string match -q -- "-*" (commandline -ct)' -a '(__nightjar_options)'
