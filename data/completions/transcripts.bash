# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion for transcripts

_transcripts ()
{
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} words=

  if (( COMP_CWORD == 1 )); then
    words="submit list show search export wait watch fetch speakers highlight highlights checked note rename quote spending remove open accounts login logout status help --new-transcription --version --help"
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi

  case $previous in
    --since) words="1d 7d 2w 4w" ;;
    --show) words="all in-progress done failed" ;;
    --format) words="txt md srt vtt csv json html odt docx" ;;
    --preset) words="Article Subtitles Archive Spreadsheet" ;;
    --fraction) words="none tenths milliseconds" ;;
    --colour) words="yellow green blue pink" ;;
    --time-marks) words="brackets parentheses hashes none" ;;
    --account|--use) words=$(transcripts accounts 2>/dev/null | cut -f 1) ;;
    -o|--output|-a|--file) COMPREPLY=($(compgen -f -- "$current")); return ;;
    --name|--merge|--note|--language|--timeout|--interval|--offset|--limit|--server|--fields|--key-fd|--key-credential|--speaker|--max-per-video|--context) return ;;
  esac
  if [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi

  case $command in
    submit) words="--language --again --unchecked --dry-run --file --wait --timeout --format --preset --output --timecodes --no-timecodes --interval --fraction --time-marks --offset --speakers --no-speakers --merge-turns --no-merge-turns --source --no-source --provenance --no-provenance --links --no-links --highlights --no-highlights --notes --no-notes --only-highlights --only-checked --bom --no-bom --server --key-stdin --key-fd --key-credential" ;;
    list) words="--show --limit --offline --server --key-stdin --key-fd --key-credential" ;;
    show|export) words="--format --preset --output --timecodes --no-timecodes --interval --fraction --time-marks --offset --speakers --no-speakers --merge-turns --no-merge-turns --source --no-source --provenance --no-provenance --links --no-links --highlights --no-highlights --notes --no-notes --only-highlights --only-checked --bom --no-bom --offline --wait --timeout --server --key-stdin --key-fd --key-credential" ;;
    search) words="--speaker --since --language --highlights --limit --max-per-video --context" ;;
    wait) words="--timeout --server --key-stdin --key-fd --key-credential" ;;
    watch) words="--since --server --key-stdin --key-fd --key-credential" ;;
    fetch) words="--since --limit --server --key-stdin --key-fd --key-credential" ;;
    speakers) words="--name --merge" ;;
    highlight) words="--colour --note --remove" ;;
    highlights) words="--format --output --notes --no-notes" ;;
    checked) words="--remove" ;;
    note|rename|open) ;;
    quote) words="--format" ;;
    spending) words="--format" ;;
    remove) words="--yes" ;;
    accounts) words="--use" ;;
    login) words="--key-stdin --key-fd --key-credential --yes" ;;
    logout) ;;
    status) words="--offline --server --key-stdin --key-fd --key-credential" ;;
    help) COMPREPLY=($(compgen -W "submit list show search export wait watch fetch speakers highlight highlights checked note rename quote spending remove open accounts login logout status" -- "$current")); return ;;
    *) return ;;
  esac
  # What is known on this computer, without asking the service.
  if [[ $command == @(show|export|speakers|highlight|highlights|checked|note|rename|quote|remove|open) && $current != -* ]]; then
    words=$(transcripts list --offline --show done --limit 200 2>/dev/null | cut -f 1)
  elif [[ $command == wait && $current != -* ]]; then
    words=$(transcripts list --offline --show in-progress --limit 200 2>/dev/null | cut -f 1)
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
