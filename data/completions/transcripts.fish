# SPDX-License-Identifier: GPL-3.0-or-later
# fish completion for transcripts

# The words before the cursor that are no options: the command, and what follows it. Options may stand before it.
function __transcripts_words
    set -l tokens (commandline -opc)
    set -l skip yes
    for token in $tokens
        if test -n "$skip"
            set skip
        else if contains -- $token --account --fields -o --output -a --file --format --preset --interval --fraction --time-marks \
                --offset --language --timeout --server --key-fd --key-credential --show --limit --since --speaker \
                --max-per-video --context --name --merge --colour --note --use
            set skip yes
        else if not string match -q -- '-*' $token
            echo $token
        end
    end
end

function __transcripts_needs_command
    test (count (__transcripts_words)) -eq 0
end

function __transcripts_in
    contains -- (__transcripts_words)[1] $argv
end

# Where the first word after the command stands.
function __transcripts_first
    test (count (__transcripts_words)) -eq 1; and __transcripts_in $argv
end

# What is known on this computer, without asking the service.
function __transcripts_videos
    transcripts list --offline --show $argv[1] --limit 1000 2>/dev/null | string replace -r '\t.*\t' \t
end

function __transcripts_accounts
    transcripts accounts 2>/dev/null | string match -rv '^\t' | string replace -r '\t.*?\t(.*)\t.*\t' '\t$1 '
end

# What the help of a command says, in the words that this file knows.
function __transcripts_fields
    echo type
    set -lx LC_ALL C.UTF-8
    set -lx LANGUAGE
    transcripts help (__transcripts_words)[1] 2>/dev/null | sed '1,/^Fields of --json/d' | string split -n ' '
end

# What is wrong with a preset that does not exist names all there are.
function __transcripts_presets
    set -lx LC_ALL C.UTF-8
    set -lx LANGUAGE
    set -l names (transcripts show --offline --preset '' -- - 2>&1 | string match -ra '(?<=“)[^”]*(?=”)')
    printf '%s\n' $names[2..-1]
end

complete -c transcripts -f
complete -c transcripts -n __transcripts_needs_command -a submit -d "Transcribe videos"
complete -c transcripts -n __transcripts_needs_command -a list -d "List videos"
complete -c transcripts -n __transcripts_needs_command -a show -d "Print a transcript"
complete -c transcripts -n __transcripts_needs_command -a search -d "Search on this computer"
complete -c transcripts -n __transcripts_needs_command -a export -d "Save transcripts as files"
complete -c transcripts -n __transcripts_needs_command -a wait -d "Wait until videos are transcribed"
complete -c transcripts -n __transcripts_needs_command -a watch -d "Print a line for each video that is ready"
complete -c transcripts -n __transcripts_needs_command -a fetch -d "Download what is not here"
complete -c transcripts -n __transcripts_needs_command -a speakers -d "List, name and merge speakers"
complete -c transcripts -n __transcripts_needs_command -a highlight -d "Highlight a passage"
complete -c transcripts -n __transcripts_needs_command -a highlights -d "Print highlights"
complete -c transcripts -n __transcripts_needs_command -a checked -d "Check paragraphs against the video"
complete -c transcripts -n __transcripts_needs_command -a note -d "Print or write a note"
complete -c transcripts -n __transcripts_needs_command -a rename -d "Give a video another title"
complete -c transcripts -n __transcripts_needs_command -a quote -d "Print a quotation"
complete -c transcripts -n __transcripts_needs_command -a spending -d "Print what videos cost"
complete -c transcripts -n __transcripts_needs_command -a remove -d "Remove from this computer"
complete -c transcripts -n __transcripts_needs_command -a open -d "Open in the window"
complete -c transcripts -n __transcripts_needs_command -a restore -d "Bring back notes and highlights after damage"
complete -c transcripts -n __transcripts_needs_command -a accounts -d "List accounts"
complete -c transcripts -n __transcripts_needs_command -a login -d "Connect with a service"
complete -c transcripts -n __transcripts_needs_command -a logout -d "Remove the API key"
complete -c transcripts -n __transcripts_needs_command -a status -d "Show the account and its key"
complete -c transcripts -n __transcripts_needs_command -a help -d "Print the options of a command"
complete -c transcripts -n __transcripts_needs_command -s n -l new-transcription -d "Open the dialog"
complete -c transcripts -n __transcripts_needs_command -s v -l version -d "Print the version"
complete -c transcripts -s h -l help -d "Show the options"

set -l asking "__transcripts_in submit list show export wait watch fetch status"
set -l keyed "__transcripts_in submit list show export wait watch fetch status login"
set -l texts "__transcripts_in submit show export"
complete -c transcripts -l account -x -d "Use another account" -a "(__transcripts_accounts)"
complete -c transcripts -l json -d "Print JSON, one object a line"
complete -c transcripts -l fields -x -d "Only these members" -a "(__fish_complete_list , __transcripts_fields)"
complete -c transcripts -s q -l quiet -d "Neither progress nor notes"
complete -c transcripts -l verbose -d "Print what is asked of the service"
complete -c transcripts -n $asking -l server -x -d "Server address for a key that is given"
complete -c transcripts -n $keyed -l key-stdin -d "Read the API key from standard input"
complete -c transcripts -n $keyed -l key-fd -x -d "Read the API key from a file descriptor"
complete -c transcripts -n $keyed -l key-credential -x -d "Read the API key from a credential"
complete -c transcripts -n "__transcripts_in speakers" -l name -x -d "Name a speaker: 2=NAME"
complete -c transcripts -n "__transcripts_in speakers" -l merge -x -d "Two speakers are one: 3=2"
complete -c transcripts -n "__transcripts_in highlight" -l colour -x -a "yellow green blue pink" -d "Its colour"
complete -c transcripts -n "__transcripts_in highlight" -l note -x -d "A note on it"
complete -c transcripts -n "__transcripts_in highlight checked" -l remove -d "Remove the highlight or the check instead of adding it"
complete -c transcripts -n "__transcripts_in highlights" -l format -x -a "txt md csv html odt docx json" -d "Format of the sheet"
complete -c transcripts -n "__transcripts_in highlights" -s o -l output -r -F -d "File"
complete -c transcripts -n "__transcripts_in highlights" -l notes -d "With notes"
complete -c transcripts -n "__transcripts_in highlights" -l no-notes -d "Without notes"
complete -c transcripts -n "__transcripts_in quote" -l format -x -a "txt md html json" -d "Format of the quotation"
complete -c transcripts -n "__transcripts_in spending" -l format -x -a "csv json" -d "Every video, as a table"
complete -c transcripts -n "__transcripts_in accounts" -l use -x -d "Account that commands use" -a "(__transcripts_accounts)"
complete -c transcripts -n "__transcripts_in login logout remove" -l yes -d "Do not ask"
complete -c transcripts -n $texts -l format -x -a "(__fish_complete_list , 'string split \" \" \"txt md srt vtt csv json html odt docx\"')" -d "Format of the transcript"
complete -c transcripts -n $texts -l preset -x -a "(__transcripts_presets)" -d "Preset of the export dialog"
complete -c transcripts -n $texts -l timecodes -d "With times"
complete -c transcripts -n $texts -l no-timecodes -d "Without times"
complete -c transcripts -n $texts -l interval -x -a "1 2 5 10" -d "Minutes between two times"
complete -c transcripts -n $texts -l fraction -x -a "none tenths milliseconds" -d "How exact times are"
complete -c transcripts -n $texts -l time-marks -x -a "brackets parentheses hashes none" -d "What stands around times"
complete -c transcripts -n $texts -l offset -x -d "Time to add"
complete -c transcripts -n $texts -l speakers -d "With names"
complete -c transcripts -n $texts -l no-speakers -d "Without names"
complete -c transcripts -n $texts -l merge-turns -d "Join paragraphs of a speaker"
complete -c transcripts -n $texts -l no-merge-turns -d "Keep paragraphs of a speaker apart"
complete -c transcripts -n $texts -l source -d "With title and address"
complete -c transcripts -n $texts -l no-source -d "Without title and address"
complete -c transcripts -n $texts -l provenance -d "With where it comes from"
complete -c transcripts -n $texts -l no-provenance -d "Without where it comes from"
complete -c transcripts -n $texts -l links -d "With links to the video"
complete -c transcripts -n $texts -l no-links -d "Without links to the video"
complete -c transcripts -n $texts -l highlights -d "With highlights"
complete -c transcripts -n $texts -l no-highlights -d "Without highlights"
complete -c transcripts -n $texts -l notes -d "With notes and checks"
complete -c transcripts -n $texts -l no-notes -d "Without notes and checks"
complete -c transcripts -n $texts -l only-highlights -d "Only what you highlighted"
complete -c transcripts -n $texts -l only-checked -d "Only what you checked"
complete -c transcripts -n $texts -l bom -d "With a byte order mark"
complete -c transcripts -n $texts -l no-bom -d "Without a byte order mark"
complete -c transcripts -n $texts -s o -l output -r -F -d "File or folder"
complete -c transcripts -n "__transcripts_in list show export status" -l offline -d "Do not ask the service"
complete -c transcripts -n "__transcripts_in list search fetch" -l limit -x -d "At most N videos"
complete -c transcripts -n "__transcripts_in list" -l show -x -a "all in-progress done failed" -d "Which videos"
complete -c transcripts -n "__transcripts_in search watch fetch" -l since -x -a "1d 7d 2w 4w" -d "Only videos since this day, time or span"
complete -c transcripts -n "__transcripts_in search" -l speaker -x -d "Only what this speaker says"
complete -c transcripts -n "__transcripts_in search" -l highlights -d "Only your highlights"
complete -c transcripts -n "__transcripts_in search" -l max-per-video -x -d "At most N passages of a video"
complete -c transcripts -n "__transcripts_in search" -l context -x -d "N paragraphs before and after, too"
complete -c transcripts -n "__transcripts_in submit search" -l language -x -d "Language that is spoken"
complete -c transcripts -n "__transcripts_in submit" -l again -d "Submit and pay again"
complete -c transcripts -n "__transcripts_in submit" -l unchecked -d "Submit without a check of earlier videos"
complete -c transcripts -n "__transcripts_in submit" -l track -x -d "Which sound track of a file to read"
complete -c transcripts -n "__transcripts_in submit" -l dry-run -d "Print what would be sent"
# A recording on this computer.
complete -c transcripts -n "__transcripts_in submit" -F
complete -c transcripts -n "__transcripts_in submit" -s a -l file -r -F -d "Read links from a file"
complete -c transcripts -n "__transcripts_in submit show export" -l wait -d "Wait for the transcript"
complete -c transcripts -n "__transcripts_in submit show export wait" -l timeout -x -a "30min 2h 12h 1d" -d "How long to wait"
complete -c transcripts -n "__transcripts_first help" -a "submit list show search export wait watch fetch speakers highlight highlights checked note rename quote spending remove restore open accounts login logout status"
complete -c transcripts -n "__transcripts_first show speakers highlight checked quote" -k -a "(__transcripts_videos done)"
complete -c transcripts -n "__transcripts_in export highlights" -k -a "(__transcripts_videos done)"
complete -c transcripts -n "__transcripts_first note rename open" -k -a "(__transcripts_videos all)"
complete -c transcripts -n "__transcripts_in remove" -k -a "(__transcripts_videos all)"
complete -c transcripts -n "__transcripts_in wait" -k -a "(__transcripts_videos in-progress)"
