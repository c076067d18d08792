/**
 * Completion script for bash. The script of `@bomb.sh/tab` requires the bash-completion package, evaluates
 * backquotes on an unfinished line, declares read-only variables that collide with a second script, and never
 * completes files.
 */
export const BASH_SCRIPT = `# bash completion for space-data
_space_data_complete() {
  local candidate rest
  COMPREPLY=()
  while IFS=$'\\t' read -r candidate rest; do
    case $candidate in
      :0) ;;
      :*) compopt +o default 2>/dev/null ;;
      "$2"*) COMPREPLY+=("$candidate") ;;
    esac
  done < <(space-data complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  # The beginning of a place is no whole word yet.
  [[ \${COMPREPLY[0]} == *[:/] ]] && compopt -o nospace 2>/dev/null
  return 0
}
complete -o default -F _space_data_complete space-data
`
