#!/bin/sh
# How much quicker two processors draw a picture of 640x480 than one: a ratio of times in the same run, best of N (5). A frame is the
# difference of a long run and a short one, so that start-up does not count. Beside it stands what two programs of one thread each
# reach side by side: the machine's own ceiling in that minute, 2.00 where two processors are free. TREES names further
# build folders to compare, in alternation with this one.
B=${B:-build}
MODELS=${BENCH_MODELS:-../shared/data/models}
work=$B/bench
mkdir -p "$work"

draw() { # build folder, threads, frames
    "$1/oxcart" view "$MODELS/$model.obj" --format xrgb8888 --headless --frames "$3" --size 640x480 --shade "$shade" --threads "$2" >/dev/null 2>&1
}

side_by_side() {
    draw "$1" 1 "$2" &
    draw "$1" 1 "$2"
    wait
}

clock() { # build folder, threads or `both`, frames: microseconds
    start=$(date +%s%N)
    case $2 in
    both) side_by_side "$1" "$3" ;;
    *) draw "$1" "$2" "$3" ;;
    esac
    echo $((($(date +%s%N) - start) / 1000))
}

measure() {
    round=0
    while [ $((round += 1)) -le "${N:-5}" ]; do
        for tree in "$B" $TREES; do
            for threads in 1 2 both; do
                echo "$tree $threads short $(clock "$tree" $threads 50)"
                echo "$tree $threads long $(clock "$tree" $threads $((50 + ${F:-1000})))"
            done
        done
    done
}

echo "== two processors against one: 640x480 XRGB8888, 16-bit depth =="
if [ ! -f "$MODELS/cow.obj" ]; then
    echo "skipped: no $MODELS/cow.obj"
elif [ "$(getconf _NPROCESSORS_ONLN)" -lt 2 ]; then
    echo "skipped: this machine has one processor"
else
    for model in suzanne cow; do
        for shade in flat gouraud phong; do
            measure >"$work/cores"
            awk -v name="$model $shade" '
                { key = $1 " " $2 " " $3; if (!(key in best) || $4 < best[key]) best[key] = $4; trees[$1] }
                function frame(threads) { return best[tree " " threads " long"] - best[tree " " threads " short"] }
                END {
                    for (tree in trees)
                        printf "%-24s %-16s %5.2f times as quick (side by side %.2f)\n", name, tree, frame("1") / frame("2"), 2 * frame("1") / frame("both")
                }' "$work/cores"
        done
    done
fi
