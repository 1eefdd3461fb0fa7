-- The six programs of scripts.goad. lua5.4 scripts.lua NAME N
local function loop(n) local s = 0; for i = 1, n do s = s + (i * 3) % 7 end; return s end
local function fib(n) if n < 2 then return n end; return fib(n - 1) + fib(n - 2) end
local flags = {}
local function sieve(n)
    local count = 0
    for i = 2, n do flags[i] = 1 end
    for i = 2, n do
        if flags[i] == 1 then
            count = count + 1
            local k = i + i
            while k <= n do flags[k] = 0; k = k + i end
        end
    end
    return count
end
local function vectors(n)
    local x, y, z = 0.0, 0.0, 0.0
    local bx, by, bz = 0.25, 0.5, -0.125
    for i = 1, n do x = x + bx * 0.5; y = y + by * 0.5; z = z + bz * 0.5 end
    return x + y + z
end
local text = {}
local function matching(n)
    local found = 0
    for i = 0, 63 do text[i] = i * 7 % 5 end
    for round = 1, n do
        for i = 0, 60 do
            if text[i] == 2 and text[i + 1] == 4 and text[i + 2] == 1 and text[i + 3] == 3 then found = found + 1 end
        end
    end
    return found
end
local step_b, step_c
local function step_a(a, b) return step_b(b, a) + 1 end
function step_b(a, b) return step_c(a) - b end
function step_c(a) return a + a end
local function chain(n) local s = 0; for i = 1, n do s = s + (step_a(i, s) & 255) end; return s end

local programs = {loop = loop, fib = fib, sieve = sieve, vectors = vectors, matching = matching, chain = chain}
programs[arg[1]](tonumber(arg[2]))
