# SPDX-License-Identifier: GPL-3.0-or-later
# fish completion for transcripts

set -l commands submit list show search export accounts help
complete -c transcripts -f
complete -c transcripts -n "not __fish_seen_subcommand_from $commands" -a submit -d "Transcribe videos"
complete -c transcripts -n "not __fish_seen_subcommand_from $commands" -a list -d "List videos"
complete -c transcripts -n "not __fish_seen_subcommand_from $commands" -a show -d "Print a transcript"
complete -c transcripts -n "not __fish_seen_subcommand_from $commands" -a search -d "Search on this computer"
complete -c transcripts -n "not __fish_seen_subcommand_from $commands" -a export -d "Save transcripts as files"
complete -c transcripts -n "not __fish_seen_subcommand_from $commands" -a accounts -d "List accounts"
complete -c transcripts -n "not __fish_seen_subcommand_from $commands" -a help -d "Print the options of a command"
complete -c transcripts -n "not __fish_seen_subcommand_from $commands" -l new-transcription -d "Open the dialog"
complete -c transcripts -n "not __fish_seen_subcommand_from $commands" -l version -d "Print the version"
complete -c transcripts -l help -d "Show the options"

set -l each "__fish_seen_subcommand_from submit list show search export accounts"
set -l asking "__fish_seen_subcommand_from submit list show export"
set -l texts "__fish_seen_subcommand_from submit show export"
complete -c transcripts -n $each -l account -x -d "Use another account"
complete -c transcripts -n $each -l json -d "Print JSON"
complete -c transcripts -n $asking -l server -x -d "Server address for --key-stdin"
complete -c transcripts -n $asking -l key-stdin -d "Read the API key from standard input"
complete -c transcripts -n $texts -l format -x -a "txt md srt vtt csv json html odt docx" -d "Format of the transcript"
complete -c transcripts -n $texts -l timecodes -d "With times"
complete -c transcripts -n $texts -l speakers -d "With names"
complete -c transcripts -n $texts -l highlights -d "With highlights"
complete -c transcripts -n $texts -l no-highlights -d "Without highlights"
complete -c transcripts -n $texts -l notes -d "With notes and checks"
complete -c transcripts -n $texts -l no-notes -d "Without notes and checks"
complete -c transcripts -n $texts -s o -l output -r -F -d "File or folder"
complete -c transcripts -n "__fish_seen_subcommand_from list show export" -l offline -d "Do not ask the service"
complete -c transcripts -n "__fish_seen_subcommand_from list search" -l limit -x -d "Show at most N videos"
complete -c transcripts -n "__fish_seen_subcommand_from list" -l show -x -a "all in-progress done failed" -d "Which videos"
complete -c transcripts -n "__fish_seen_subcommand_from submit" -l language -x -d "Language that is spoken"
complete -c transcripts -n "__fish_seen_subcommand_from submit" -l again -d "Submit and pay again"
complete -c transcripts -n "__fish_seen_subcommand_from submit" -l unchecked -d "Submit without a check of earlier videos"
complete -c transcripts -n "__fish_seen_subcommand_from submit" -l wait -d "Wait for the transcript"
complete -c transcripts -n "__fish_seen_subcommand_from help" -a "submit list show search export accounts"
# What is known on this computer, without asking the service.
complete -c transcripts -n "__fish_seen_subcommand_from show export" \
  -a "(transcripts list --offline --show done --limit 200 2>/dev/null | string replace -r '  +' \t)"
