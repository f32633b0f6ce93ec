"use strict"

// Plays whole games of a rules module that exports roles, scenarios, setup, view and action (the interface of the
// Rally the Troops server) at random, and prints one JSON object: what benchmarks/peer.py compares the engine with.
//
//     node benchmarks/peer.js FOLDER FIRST_SEED GAMES
//
// A decision is what the player to move is shown (the view with its actions) and one of these actions carried out.
// Seconds are processor time of the process, its helper threads included, after games that warm it up: Node compiles
// what it has seen often, and a server has seen everything.

const path = require("path")

const MOST_DECISIONS = 20000
const WARMING_UP = 20
const NEVER = new Set(["undo", "propose_rollback", "flag_supply_warnings"])

globalThis.RTT_FUZZER = true

function dice(seed) {
	let state = (seed * 2654435761 + 1) >>> 0
	return function below(limit) {
		state = (Math.imul(state, 1664525) + 1013904223) >>> 0
		return Math.floor((state / 4294967296) * limit)
	}
}

function choices(actions) {
	const found = []
	for (const name in actions) {
		const offered = actions[name]
		if (NEVER.has(name) || !offered || (Array.isArray(offered) && offered.length === 0)) continue
		found.push(name)
	}
	return found
}

function play(rules, seed) {
	const below = dice(seed)
	let state = rules.setup(seed + 1, rules.scenarios[0], {})
	for (let decisions = 0; decisions < MOST_DECISIONS; ++decisions) {
		if (state.state === "game_over" || state.active === "None" || state.active === null) return [decisions, true]
		const role = rules.roles.includes(state.active) ? state.active : rules.roles[0]
		const actions = rules.view(state, role).actions
		const names = choices(actions)
		if (names.length === 0) return [decisions, false]
		const name = names[below(names.length)]
		const offered = actions[name]
		const argument = Array.isArray(offered) ? offered[below(offered.length)] : undefined
		state = rules.action(state, role, name, argument)
	}
	return [MOST_DECISIONS, false]
}

function main(folder, first, games) {
	const rules = require(path.resolve(folder, "rules.js"))
	for (let seed = first + games; seed < first + games + WARMING_UP; ++seed) play(rules, seed)
	const result = { games, decisions: 0, ended: 0 }
	const before = process.cpuUsage()
	for (let seed = first; seed < first + games; ++seed) {
		const [decisions, ended] = play(rules, seed)
		result.decisions += decisions
		result.ended += ended ? 1 : 0
	}
	const used = process.cpuUsage(before)
	result.cpu_s = (used.user + used.system) / 1e6
	console.log(JSON.stringify(result))
}

main(process.argv[2], Number(process.argv[3]), Number(process.argv[4]))
