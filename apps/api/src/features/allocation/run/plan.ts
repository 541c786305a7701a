import { type Broken, brokenRules, loggedRules, type Sleeping } from './check.rules.ts'
import { circlesOf, possibleWishes, tiesOf } from './circles.rules.ts'
import { type Filling, fill, makeRoom } from './fill.rules.ts'
import { type House, houseOf, type Place, put, spotFor, take } from './house.rules.ts'
import { byText, type Plan, type RunInput, type Weights } from './model.rules.ts'
import { type Guide, guideOf, joinedGuides, type Program, programOf } from './program.rules.ts'
import { countDistricts, countWishes, leftReason, placeReasons } from './reasons.rules.ts'
import type { Solution } from './solve.ts'
import { type Unit, unitsOf } from './units.rules.ts'

/** A plan broke a rule. Nobody gets to see it. */
export class PlanBroken extends Error {
  constructor(broken: readonly Broken[]) {
    super(`the plan breaks ${broken.length} rules, first ${JSON.stringify(loggedRules(broken)[0])}`)
  }
}

type Solve = (program: Program) => Promise<Solution | undefined>

const personsIn = (units: Iterable<Unit>): number => {
  let sum = 0
  for (const { size } of units) sum += size
  return sum
}

/** Returns the people of a house as the second check reads them. */
const sleepingIn = ({ places }: House): Sleeping[] =>
  places.flatMap(({ room, stayers }) => [
    ...room.occupants.map((one) => ({ ...one, roomId: room.id, isNew: false })),
    ...stayers.flatMap(({ unit, people, beds }) =>
      unit
        ? people.map((person, index) => ({
            person,
            partyId: unit.party.id,
            roomId: room.id,
            bed: beds[index] ?? 0,
            check_in: unit.party.check_in,
            check_out: unit.party.check_out,
            isNew: true,
            claim: unit.party,
          }))
        : [],
    ),
  ])

/** How many rooms are tried for people whom the second check takes out of theirs. */
const MOST_ROOMS = 5

/**
 * Takes those out of a house whose beds break a rule, as the second check sees it, until none is broken: one person must
 * not keep thousands waiting. They are tried in some other rooms first. Who shares a room with them that night is named by
 * the check too, but for those who must not share.
 *
 * @throws PlanBroken when nobody new is named
 */
const takeOut = (input: RunInput, house: House): ReadonlySet<Unit> => {
  const out = new Set<Unit>()
  const tried = new Map<Unit, Set<Place>>()
  for (;;) {
    const broken = brokenRules(input.rooms, sleepingIn(house), input.apart)
    if (broken.length === 0) return out
    const named = new Set(broken.flatMap(({ personIds }) => personIds))
    const units = [...house.at.keys()].filter(({ people }) => people.some(({ id }) => named.has(id)))
    if (units.length === 0) throw new PlanBroken(broken)
    for (const unit of units) {
      const rooms = tried.get(unit) ?? new Set()
      const left = take(house, unit)
      if (left) rooms.add(left.place)
      tried.set(unit, rooms)
      const next =
        rooms.size < MOST_ROOMS
          ? house.places.find((place) => !rooms.has(place) && spotFor(house, place, unit))
          : undefined
      const spot = next && spotFor(house, next, unit)
      if (next && spot) put(house, next, unit, spot.beds)
      else out.add(unit)
    }
  }
}

/** @throws PlanBroken */
const finish = (
  input: RunInput,
  house: House,
  units: readonly Unit[],
  figures: { readonly greedy: number; readonly bound: number | null },
): Plan => {
  const out = takeOut(input, house)
  const reasons = placeReasons(house, input)
  const placed = [...house.at].flatMap(([unit, place]) => {
    const beds = place.stayers.find((one) => one.unit === unit)?.beds ?? []
    return unit.people.map((person, index) => ({
      personId: person.id,
      partyId: unit.party.id,
      roomId: place.room.id,
      bed: beds[index] ?? 0,
      reasons: reasons(unit, place, [person]),
    }))
  })
  const known = new Map<string, ReturnType<typeof leftReason>>()
  const left = units.flatMap((unit) => {
    if (house.at.has(unit)) return []
    if (out.has(unit))
      return unit.people.map(({ id }) => ({ personId: id, partyId: unit.party.id, reason: { code: 'check' } as const }))
    const isAlone = unit.homes.length === 0 && !unit.people.some(({ id }) => house.apart.has(id))
    const reason = (isAlone ? known.get(unit.key) : undefined) ?? leftReason(house, unit, input.rooms)
    if (isAlone) known.set(unit.key, reason)
    return unit.people.map(({ id }) => ({ personId: id, partyId: unit.party.id, reason }))
  })
  const wishes = countWishes(house, input)
  const districts = countDistricts(house)
  return {
    placed: placed.sort((a, b) => byText(a.personId, b.personId)),
    left: left.sort((a, b) => byText(a.personId, b.personId)),
    figures: {
      people: personsIn(units),
      placed: placed.length,
      ...figures,
      wishes: wishes.all,
      wishes_kept: wishes.kept,
      districts: districts.all,
      districts_together: districts.together,
      broken: 0,
    },
  }
}

const isBetter = (a: Plan, b: Plan): boolean =>
  a.figures.placed !== b.figures.placed
    ? a.figures.placed > b.figures.placed
    : a.figures.wishes_kept >= b.figures.wishes_kept

/**
 * Makes a plan: first the simple way, then along a solution of HiGHS, and takes the better one. `onPlan` gets each plan
 * that is better than the one before, so that somebody who stops has the best so far. The same input, weights and seed
 * give the same plan. Works for seconds: not for the thread that answers requests.
 *
 * @throws PlanBroken when the second check finds a mistake that is nobody's
 */
export const makePlan = async (
  asked: RunInput,
  weights: Weights,
  seed: number,
  solve: Solve,
  onPlan: (plan: Plan) => void = () => undefined,
): Promise<Plan> => {
  const units = unitsOf(asked, seed)
  const empty = houseOf(asked)
  const input: RunInput = { ...asked, wishes: possibleWishes(asked, empty, units) }
  const ties = tiesOf(units, empty, input.wishes)
  const circles = circlesOf(units, ties)
  const open = (): Filling => ({ house: houseOf(input), units, circles, ties, weights, seed })

  const simple = open()
  const waiting = fill(simple, undefined)
  const greedy = personsIn(simple.house.at.keys())
  let best = finish(input, simple.house, units, { greedy, bound: null })
  onPlan(best)
  if (waiting.size === 0 && circles.length === 0) return best

  const guides: Guide[] = []
  // Who joins their family is in no program.
  let bound: number | null = personsIn(units.filter(({ homes }) => homes.length > 0))
  for (const [, members] of Map.groupBy(units, ({ party }) => party.categoryId)) {
    const relaxed = await solve(programOf(empty, members, false))
    bound = relaxed && bound !== null ? bound + relaxed.bound : null
    const program = programOf(empty, members, true)
    const solution = await solve(program)
    if (solution) guides.push(guideOf(program, solution.values))
  }

  if (guides.length === 0) {
    makeRoom(simple, waiting)
    const better = finish(input, simple.house, units, { greedy, bound })
    return isBetter(better, best) ? better : best
  }

  const guided = open()
  const left = fill(guided, joinedGuides(guides))
  makeRoom(guided, left)
  const second = finish(input, guided.house, units, { greedy, bound })
  best = isBetter(second, best) ? second : { ...best, figures: { ...best.figures, bound } }
  onPlan(best)
  return best
}
