# SPDX-License-Identifier: GPL-3.0-or-later
# bash completion for transcripts

# A word for a few rows, each of which is a value, a tabulator and what it is called. A value is found by how it begins, and
# by what it is called. Several are listed with that, of which readline inserts no more than all begin with.
_transcripts_pick ()
{
  local current=${1#[\"\']} row name value
  local -a found=() called=()
  current=${current//\\/}

  shopt -q nocasematch || { local restore='shopt -u nocasematch'; shopt -s nocasematch; }
  while IFS= read -r row; do
    value=${row%%$'\t'*} name=${row#*$'\t'}
    [[ -n $value ]] || continue
    if [[ $value == "$current"* ]]; then
      found+=("$row")
    elif [[ $name == *"$current"* ]]; then
      called+=("$row")
    fi
  done
  ${restore:-:}
  (( ${#found[@]} )) || found=("${called[@]}")
  if (( ${#found[@]} == 1 )) || [[ $COMP_TYPE == 37 ]]; then
    COMPREPLY=("${found[@]%%$'\t'*}")
    return
  fi
  COMPREPLY=()
  for row in "${found[@]}"; do
    row="${row%%$'\t'*}  ${row#*$'\t'}"
    COMPREPLY+=("${row:0:${COLUMNS:-80}-2}")
  done
  # What was typed stays where it is no beginning of any.
  (( ${#called[@]} && ${#COMPREPLY[@]} )) && [[ ${COMPREPLY[0]} != "$current"* ]] && COMPREPLY+=(" ")
}

# Words with commas between them, of which the last one is completed.
_transcripts_list ()
{
  local current=$1 before=
  [[ $current == *,* ]] && before=${current%,*},
  compopt -o nospace 2>/dev/null
  COMPREPLY=($(compgen -P "$before" -W "$2" -- "${current##*,}"))
}

# Names are those of the user, so that each is quoted as a word.
_transcripts_names ()
{
  local name
  COMPREPLY=()
  while IFS= read -r name; do
    [[ $name == "${1//\\/}"* ]] && COMPREPLY+=("$(printf %q "$name")")
  done
}

# What the help of a command says, in the words that this file knows.
_transcripts_fields ()
{
  LC_ALL=C.UTF-8 LANGUAGE= transcripts help "$1" 2>/dev/null | sed '1,/^Fields of --json/d'
}

# What is wrong with a preset that does not exist names all there are.
_transcripts_presets ()
{
  LC_ALL=C.UTF-8 LANGUAGE= transcripts show --offline --preset '' -- - 2>&1 | grep -o '“[^”]*”' | sed '1d; s/^“//; s/”$//'
}

# What is known on this computer, without asking the service.
_transcripts_videos ()
{
  transcripts list --offline --show "$1" --limit 1000 2>/dev/null | cut -f 1,4
}

_transcripts ()
{
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= words= i n=0 ended=
  local text="--format --preset --output --timecodes --no-timecodes --interval --fraction --time-marks --offset --speakers --no-speakers --merge-turns --no-merge-turns --source --no-source --provenance --no-provenance --links --no-links --highlights --no-highlights --notes --no-notes --only-highlights --only-checked --bom --no-bom"
  local key="--server --key-stdin --key-fd --key-credential"
  local commands="submit list show search export wait watch fetch speakers highlight highlights checked note rename quote spending remove restore open accounts login logout status help"

  COMPREPLY=()
  # --option=value are three words here.
  if [[ $current == = ]]; then
    current=
  elif [[ $previous == = ]]; then
    previous=${COMP_WORDS[COMP_CWORD-2]}
  fi

  # Options of every command may stand before it.
  for (( i = 1; i < COMP_CWORD; i++ )); do
    case ${COMP_WORDS[i]} in
      --) ended=yes ;;
      --account|--fields) [[ ${COMP_WORDS[i+1]} == = ]] && (( i++ )); (( i++ )) ;;
      -*) ;;
      *) if [[ -z $command ]]; then command=${COMP_WORDS[i]}; else (( n++ )); fi ;;
    esac
  done

  [[ -n $ended ]] || case $previous in
    --since) words="1d 7d 2w 4w" ;;
    --timeout) words="30min 2h 12h 1d" ;;
    --interval) words="1 2 5 10" ;;
    --show) words="all in-progress done failed" ;;
    --format)
      case $command in
        highlights) words="txt md csv html odt docx json" ;;
        quote) words="txt md html json" ;;
        spending) words="csv json" ;;
        *) _transcripts_list "$current" "txt md srt vtt csv json html odt docx"; return ;;
      esac ;;
    --preset) _transcripts_names "$current" < <(_transcripts_presets); return ;;
    --fraction) words="none tenths milliseconds" ;;
    --colour) words="yellow green blue pink" ;;
    --time-marks) words="brackets parentheses hashes none" ;;
    --fields) _transcripts_list "$current" "type $(_transcripts_fields "$command")"; return ;;
    --account|--use)
      _transcripts_pick "$current" < <(transcripts accounts 2>/dev/null | cut -f 1,3,5 | sed 's/\t/  /2')
      return ;;
    -o|--output|-a|--file) compopt -o default 2>/dev/null; return ;;
    --name|--merge|--note|--language|--offset|--limit|--server|--key-fd|--key-credential|--speaker|--max-per-video|--context) return ;;
  esac
  if [[ -n $words ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
    return
  fi

  if [[ $current == -* && -z $ended ]]; then
    case $command in
      "") words="--new-transcription --version" ;;
      submit) words="--language --again --unchecked --track --dry-run --file --wait --timeout $text $key" ;;
      list) words="--show --limit --offline $key" ;;
      show|export) words="--offline --wait --timeout $text $key" ;;
      search) words="--speaker --since --language --highlights --limit --max-per-video --context" ;;
      wait) words="--timeout $key" ;;
      watch) words="--since $key" ;;
      fetch) words="--since --limit $key" ;;
      speakers) words="--name --merge" ;;
      highlight) words="--colour --note --remove" ;;
      highlights) words="--format --output --notes --no-notes" ;;
      checked) words="--remove" ;;
      quote|spending) words="--format" ;;
      remove|logout) words="--yes" ;;
      accounts) words="--use" ;;
      login) words="--key-stdin --key-fd --key-credential --yes" ;;
      status) words="--offline $key" ;;
    esac
    COMPREPLY=($(compgen -W "$words --account --json --fields --quiet --verbose --help" -- "$current"))
    return
  fi

  case $command in
    "") COMPREPLY=($(compgen -W "$commands" -- "$current")) ;;
    help) COMPREPLY=($(compgen -W "${commands% help}" -- "$current")) ;;
    # A recording on this computer.
    submit) compopt -o default 2>/dev/null ;;
    show|export|highlights) _transcripts_pick "$current" < <(_transcripts_videos done) ;;
    remove) _transcripts_pick "$current" < <(_transcripts_videos all) ;;
    wait) _transcripts_pick "$current" < <(_transcripts_videos in-progress) ;;
    # What follows the ID is a time, or what the user writes.
    speakers|highlight|checked|quote) (( n == 0 )) && _transcripts_pick "$current" < <(_transcripts_videos done) ;;
    note|rename|open) (( n == 0 )) && _transcripts_pick "$current" < <(_transcripts_videos all) ;;
  esac
}

complete -F _transcripts transcripts
