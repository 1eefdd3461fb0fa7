# Functions that scripts about the command line share: `. tests/cli.sh` after `name=cli_x`, from the top of the tree. From then on a
# script works in a folder of its own, $B/cli_x; $root is the tree, $OXCART the command.
B=${B:-build}
OXCART=${OXCART:-$B/oxcart}
root=$PWD
failed=0
[ -x "$OXCART" ] || { echo "FAIL $name $OXCART is not built"; exit 1; }
case $OXCART in /*) ;; *) OXCART=$root/$OXCART ;; esac
case $B in /*) work=$B/$name build=$B ;; *) work=$root/$B/$name build=$root/$B ;; esac
rm -rf "$work"
mkdir -p "$work"
cd "$work" || exit 1

judge() { # NAME REASON: an empty reason is a pass
    if [ -z "$2" ]; then echo "ok $1"; return; fi
    echo "FAIL $1 $2"
    failed=1
}
good() { "$OXCART" "$@" >out 2>err || reason="oxcart $*: $(head -n 1 err)"; }
bad() { # CODE PATTERN WORDS...
    code=$1 pattern=$2
    shift 2
    "$OXCART" "$@" >out 2>err
    got=$?
    [ $got -eq "$code" ] || reason="oxcart $*: exit code $got instead of $code"
    grep -q -- "$pattern" err || reason="oxcart $*: said: $(head -n 1 err)"
}
picture() { "$OXCART" convert "$root/rom/carts/showcase/$1.xpm" -o "$2" --quiet || reason="no picture $2"; } # picture of the showcase, file to write as PNG
field() { "$OXCART" dump "$1" --chunk "$2" | grep "$3" | head -n 1; }
