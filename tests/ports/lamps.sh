# A cart in Goad that uses much of what there is, for scripts that play it on several machines: make_lamps FOLDER, with $oxcart.
make_lamps() {
"$oxcart" new "$1" --template script || return 1
# Tasks that never rest: where the budget of a step cuts them off is part of the state, and the same on fast and on slow machines.
sed -i 's/^var score = 0 .*/&\nvar turns = 0/; s/^behaviour Lamp {/&\n    prop reach: fx = 1.0\n    auto state Count { begin { while turns >= 0 { turns += 1 } } }/' "$1/game.goad"
# And what scripts know of the one world: tags, queries, props that cart.txt sets, objects that others carry.
sed -i 's/^type lamp /tags warm\n&tags=bright /; s/^  behaviour Rules/  object lamp name=torch parent=hero at=0,1,0.2 behaviour=Torch reach=2.5 way=0.01,0,0.02\n&/' "$1/cart.txt"
cat >>"$1/game.goad" <<'END'
behaviour Torch {
    prop reach: fx = 1.0
    prop way: vec3
    var near_by: list[obj,3]
    var carried = 0
    on tick {
        for lamp in around('bright', self.pos, reach) {
            if lamp != self and not tagged(lamp, 'warm') {
                tag(lamp, 'warm')
                attach(lamp, find('hero'))
                carried += 1
            }
        }
        for lamp in every('warm') { if parent(lamp) != null { lamp.pos = lamp.pos + way } }
        if gather(near_by, 'bright', self.pos, 9.0) > 1 {
            near_by[1].angle += 3deg
            near_by[1].roll -= 2deg
            near_by[1].size = clamp(near_by[1].size * (near_by[1].roll == 0deg ? 1.5 : 0.98), 0.1, 2.0)
        }
        for lamp in within('warm', self.pos - vec3(0.5, 2.0, 0.5), self.pos + vec3(0.5, 2.0, 0.5)) {
            if lamp != self and offset(lamp).y < 0.0 { detach(lamp)
                untag(lamp, 'warm') }
        }
    }
}
END
# A second player, whom a script plays. A level: objects of the cart's types, a volume that the hero crosses, what comes later, and one that is far away until the camera follows.
cat >"$1/yard.txt" <<'END'
level 1
bounds -4,0,-4 4,2,4
instance crate at=4,0.5,-4 yaw=30
spawn lamp name=first at=0,0.4,-2 scale=1.5
  set reach 1.75
spawn lamp at=0,0.5,0 parent=first
spawn beetle name=wolf at=3,0.3,3 yaw=90 later
volume path road box at=0,0.5,-1 half=2,1,0.5
path round cardinal closed -2,0.4,-2 2,0.4,-2 2,0.4,2 -2,0.4,2
locator den home at=-3,0.3,3 yaw=45
END
printf 'level 1\nbounds 30,0,-2 34,2,2\nspawn lamp name=away at=32,0.4,0\ninstance crate at=32,0.5,1\n' >"$1/beyond.txt"
sed -i 's/^budget 128K/budget 160K/; s/^script game .*/&\ncapacity players 2\nlevel yard yard.txt\nlevel beyond beyond.txt/; s/^  behaviour Rules/&\n  behaviour Yard\n  object lamp name=rival at=1,0.4,1 behaviour=Rival\n  level yard\n  level beyond near=12/' "$1/cart.txt"
cat >>"$1/game.goad" <<'END'
behaviour Rival {
    var taps = 0
    on tick {
        if now() % 6 == 0 { steer(2, random(2) == 0 ? int(Button.A) : 0, vec2(random_between(-1.0, 1.0), 0.5)) }
        self.pos = self.pos + vec3(stick_of(2).x * 0.05, 0.0, stick_of(2).y * -0.02)
        if pressed_by(2, Button.A) {
            taps += 1
            rumble(2, 0.5, 4t)
            time_scale(0.5, 3t)
            pause(Button.START)
        }
        if held_by(2, Button.A) { self.angle += 5deg }
        if released_by(2, Button.A) and taps % 3 == 0 { let_go(2) }
    }
}
behaviour Yard {
    var seen = 0
    var way = 0.0
    on Enter(who, where, kind) when kind == 'road' {
        seen += 1
        log_number(7000 + seen)
        let wolf = summon('wolf')
        if wolf != null { wolf.pos = locator('den') }
    }
    on Leave(who, where, kind) { log_number(8000 + seen) }
    on tick {
        way += 0.05
        let lamp = find('first')
        if lamp != null { lamp.pos = along('round', way) }
        if way > 5.0 and way < 6.0 { look(vec3(32.0, 5.0, 6.0), vec3(32.0, 0.0, 0.0)) }
        if way > 6.0 and way < 6.2 { look(vec3(0.0, 5.0, 6.0), vec3(0.0, 0.0, 0.0)) }
    }
}
END
# Tables, texts in two languages, rows and a topology: the language is another one on the way, and a door is opened.
printf 'key,en,de\npurse,{who} has {coins} of {lamps} lamps,{who} hat {coins} von {lamps} Lampen\nhero,The hero,Der Held\n' >"$1/words.csv"
printf '0\n0.5\n0.25\n1\n' >"$1/sway.csv"
printf 'key,speed:fx,turn:angle,label:text,bright:switch,next:ref kinds\ndim,0.25,30,Dim,no,warm\nwarm,0.5,-15,Warm,yes,dim\n' >"$1/kinds.csv"
printf 'form line\nlevel yard low=-4,0,-4 high=4,2,4\nlevel beyond low=30,0,-2 high=34,2,2\nlink yard beyond door\n' >"$1/world.txt"
sed -i 's/^script game .*/&\nlanguage en "English"\nlanguage de "Deutsch"\ntext words words.csv language=en\ntext words words.csv language=de\ntable sway sway.csv kind=fx low=0 high=3\ndata kinds kinds.csv\ntopology world world.txt/; s/^  behaviour Yard/&\n  behaviour Teller/' "$1/cart.txt"
cat >>"$1/game.goad" <<'END'
behaviour Teller {
    var kind: ref kinds = kinds.dim
    var steps = 0
    var way = 0.0
    var seen = 0
    on tick {
        steps += 1
        way += table('sway', fx(steps % 4)) * kind.speed
        for k in kinds { if k.bright { seen += k.turn as int } }
        let lamp = find('first')
        if lamp != null {
            lamp.size = 0.5 + table('sway', fx(steps) / 64.0)
            lamp.angle += kind.turn
            if steps % 16 == 0 { way += nearest_along('round', lamp.pos) }
        }
        if steps % 20 == 0 { kind = kind.next }
        if steps == 50 and language_choose('de') { log_number(9000) }
        if steps == 60 { lock('world', 'yard', 'beyond', false) }
        if steps % 16 == 1 and ways('world', 'yard', 'beyond') == 1 and toward('world', 'yard', 'beyond') == 'beyond' { seen += 1 }
        fill('coins', seen)
        fill('lamps', kinds.count)
        fill_text('who', @hero)
        print_text(@purse, 1, 24, #FFFFFF)
        print_text(kind.label, 1, 34, #FFFFFF)
    }
}
END
}
