# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion for transcripts

_transcripts ()
{
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} words=

  if (( COMP_CWORD == 1 )); then
    words="submit list show search export accounts login logout status help --new-transcription --version --help"
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi

  case $previous in
    --show) words="all in-progress done failed" ;;
    --format) words="txt md srt vtt csv json html odt docx" ;;
    --account|--use) words=$(transcripts accounts 2>/dev/null | cut -f 1) ;;
    -o|--output) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --language|--limit|--server|--fields|--key-fd|--key-credential|--speaker|--since|--max-per-video|--context) return ;;
  esac
  if [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi

  case $command in
    submit) words="--language --again --unchecked --wait --format --timecodes --speakers --highlights --no-highlights --notes --no-notes --output --server --key-stdin --key-fd --key-credential" ;;
    list) words="--show --limit --offline --server --key-stdin --key-fd --key-credential" ;;
    show|export) words="--format --timecodes --speakers --highlights --no-highlights --notes --no-notes --output --offline --server --key-stdin --key-fd --key-credential" ;;
    search) words="--speaker --since --language --highlights --limit --max-per-video --context" ;;
    accounts) words="--use" ;;
    login) words="--key-stdin --key-fd --key-credential --yes" ;;
    logout) ;;
    status) words="--offline --server --key-stdin --key-fd --key-credential" ;;
    help) COMPREPLY=($(compgen -W "submit list show search export accounts login logout status" -- "$current")); return ;;
    *) return ;;
  esac
  # What is known on this computer, without asking the service.
  if [[ $command == @(show|export) && $current != -* ]]; then
    words=$(transcripts list --offline --show done --limit 200 2>/dev/null | cut -f 1)
  else
    words+=" --account --json --fields --quiet --verbose --help"
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}

complete -F _transcripts transcripts
