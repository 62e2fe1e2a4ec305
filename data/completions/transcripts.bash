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
    --since) words="1d 7d 2w 4w" ;;
    --show) words="all in-progress done failed" ;;
    --format) words="txt md srt vtt csv json html odt docx" ;;
    --preset) words="Article Subtitles Archive Spreadsheet" ;;
    --fraction) words="none tenths milliseconds" ;;
    --time-marks) words="brackets parentheses hashes none" ;;
    --account|--use) words=$(transcripts accounts 2>/dev/null | cut -f 1) ;;
    -o|--output) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --language|--interval|--offset|--limit|--server|--fields|--key-fd|--key-credential|--speaker|--max-per-video|--context) return ;;
  esac
  if [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi

  case $command in
    submit) words="--language --again --unchecked --wait --format --preset --output --timecodes --no-timecodes --interval --fraction --time-marks --offset --speakers --no-speakers --merge-turns --no-merge-turns --source --no-source --provenance --no-provenance --links --no-links --highlights --no-highlights --notes --no-notes --only-highlights --only-checked --bom --no-bom --server --key-stdin --key-fd --key-credential" ;;
    list) words="--show --limit --offline --server --key-stdin --key-fd --key-credential" ;;
    show|export) words="--format --preset --output --timecodes --no-timecodes --interval --fraction --time-marks --offset --speakers --no-speakers --merge-turns --no-merge-turns --source --no-source --provenance --no-provenance --links --no-links --highlights --no-highlights --notes --no-notes --only-highlights --only-checked --bom --no-bom --offline --server --key-stdin --key-fd --key-credential" ;;
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
  # A recording on this computer.
  if [[ $command == submit && $current != -* ]]; then
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}

complete -F _transcripts transcripts
