import type { Account } from './accounts.ts'
import type { Figure } from './measure.ts'
import { BEDS, PEOPLE, ROOMS } from './room-world.ts'
import type { World } from './world.ts'

const LISTS = ['rooming', 'door_signs', 'keys', 'arrivals', 'departures'] as const
const FORMATS = ['pdf', 'csv', 'xlsx'] as const

/** Gives everybody who waits one of the beds that are still free, without asking the server. */
const houseEverybody = async ({ db }: World, event: string): Promise<void> => {
  await db.query(
    `with waits as (
       select r.id, p.id as participant_id, r.check_in, r.check_out, row_number() over (order by p.id) as n
       from reservations r join reservation_participants p on p.reservation_id = r.id
       where r.event_id = $1 and not exists (select from bed_assignments b where b.participant_id = p.id and b.released_at is null)),
     free as (
       select m.id, bed, row_number() over (order by m.id, bed) as n
       from events e join event_rooms m on m.event_center_id = e.event_center_id cross join generate_series(1, $2::int) bed
       where e.id = $1 and not exists (select from bed_assignments b where b.room_id = m.id and b.bed = bed and b.released_at is null))
     insert into bed_assignments (room_id, bed, nights, reservation_id, participant_id)
     select free.id, free.bed, daterange(w.check_in, w.check_out), w.id, w.participant_id from waits w join free on free.n = w.n`,
    [event, BEDS],
  )
  await db.query('analyze bed_assignments')
}

/** Measures the lists of who sleeps where with everybody in a room: the first rows on the screen, and each kind of file. */
export const roomLists = async (world: World, event: string, as: Account): Promise<Figure[]> => {
  await houseEverybody(world, event)
  const figures: Figure[] = []
  const time = async (name: string, path: string, goal: number): Promise<void> => {
    const from = performance.now()
    const response = await fetch(`${world.baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${as.token}` } })
    const bytes = (await response.arrayBuffer()).byteLength
    if (response.status !== 200) throw new Error(`${name} answered ${response.status}`)
    const seconds = (performance.now() - from) / 1000
    figures.push({
      name,
      value: seconds,
      unit: 's',
      goal: `< ${goal} s`,
      met: seconds < goal,
      note: `${(bytes / 1024).toFixed(0)} KiB`,
    })
  }
  const of = `${PEOPLE} people, ${ROOMS} rooms`
  for (const report of LISTS) {
    const query = `event_id=${event}&report=${report}`
    await time(`${report} of ${of}`, `/admin/reservations/reservations-report?${query}`, 1)
    for (const format of FORMATS)
      await time(
        `the same as ${format.toUpperCase()}`,
        `/admin/reservations/reservations-report/download?${query}&format=${format}`,
        10,
      )
  }
  for (const grouping of ['night', 'category', 'block', 'floor'])
    await time(
      `beds by ${grouping} of ${of}`,
      `/admin/reservations/reservations-report?event_id=${event}&report=rooms&grouping=${grouping}`,
      1,
    )
  for (const nights of [28, 60])
    await time(
      `the map of beds, ${ROOMS} rooms, ${nights} nights`,
      `/admin/occupancy?event_id=${event}&nights=${nights}`,
      0.3,
    )
  return figures
}
