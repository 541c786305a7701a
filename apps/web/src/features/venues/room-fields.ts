import { organisationRoutes } from '@shiloh/contract/organisation'
import { eventBlockRoutes, FLOORS, GENDER_RULES, roomCategoryRoutes } from '@shiloh/contract/venues'
import type { FieldValues } from 'react-hook-form'
import { z } from 'zod'
import { text } from '#platform/i18n'
import type { FormField, FormSection } from '#ui/form/record-form'
import { texts as lists } from '../../ui/list/list-texts.ts'
import { texts } from './texts.ts'

export const floors = FLOORS.map((floor) => ({ value: String(floor), label: text(texts, `floor_${floor}`) }))
export const genders = GENDER_RULES.map((rule) => ({ value: rule, label: text(texts, `gender_${rule}`) }))

interface PlacedRoom {
  readonly event_block_id: string
  readonly event_block: string
  readonly room_category_id: string
  readonly room_category: string
}

/** The fields shared by a single room and a series of rooms. */
export const sharedRoomFields = (row?: PlacedRoom) =>
  [
    {
      kind: 'pick',
      name: 'event_block_id',
      label: text(texts, 'block'),
      route: eventBlockRoutes.query,
      required: true,
      filter: true,
      half: true,
      ...(row && { picked: [{ _id: row.event_block_id, name: row.event_block }] }),
    },
    {
      kind: 'pick',
      name: 'room_category_id',
      label: text(texts, 'category'),
      route: roomCategoryRoutes.query,
      required: true,
      filter: true,
      half: true,
      ...(row && { picked: [{ _id: row.room_category_id, name: row.room_category }] }),
    },
    { kind: 'number', name: 'floor', label: text(texts, 'floor'), min: 0, max: 5, required: true, half: true },
    { kind: 'number', name: 'beds', label: text(texts, 'beds'), min: 1, max: 100, required: true, half: true },
    {
      kind: 'select',
      name: 'gender_rule',
      label: text(texts, 'gender'),
      choices: genders,
      hint: text(texts, 'gender_hint'),
      empty: null,
      filter: true,
    },
    { kind: 'switch', name: 'accessible', label: text(texts, 'accessible'), filter: true },
    { kind: 'switch', name: 'quiet', label: text(texts, 'quiet'), hint: text(texts, 'quiet_hint'), filter: true },
    {
      kind: 'multipick',
      name: 'kept_for_title_ids',
      label: text(texts, 'kept_titles'),
      route: organisationRoutes.pickTitles,
    },
    {
      kind: 'multipick',
      name: 'kept_for_designation_ids',
      label: text(texts, 'kept_designations'),
      route: organisationRoutes.pickDesignations,
    },
    { kind: 'textarea', name: 'note', label: text(texts, 'note') },
  ] as const satisfies readonly FormField<string>[]

/** What is set of many rooms. An empty field leaves what each has. */
export const changeForm = z
  .object({
    room_category_id: z.string(),
    event_block_id: z.string(),
    floor: z.string(),
    gender_rule: z.string(),
    accessible: z.string(),
    quiet: z.string(),
    closed_from: z.string(),
    closed_until: z.string(),
    closed_reason: z.string(),
  })
  .partial()
  .check(({ value, issues }) => {
    const { closed_from, closed_until, closed_reason } = value
    const given = { closed_from, closed_until, closed_reason }
    if (!Object.values(given).some(Boolean)) return
    for (const [name, part] of Object.entries(given))
      if (!part) issues.push({ code: 'custom', path: [name], input: part, message: 'required' })
    if (closed_from && closed_until && closed_from >= closed_until)
      issues.push({ code: 'custom', path: ['closed_until'], input: closed_until, message: 'date_order' })
  })

/** A rule that no room keeps: the first guest decides. */
const ANYBODY = 'anybody'
const half = { half: true, empty: undefined } as const

export const changeSections = [
  {
    fields: [
      {
        kind: 'pick',
        name: 'room_category_id',
        label: text(texts, 'category'),
        route: roomCategoryRoutes.query,
        ...half,
      },
      { kind: 'pick', name: 'event_block_id', label: text(texts, 'block'), route: eventBlockRoutes.query, ...half },
      { kind: 'select', name: 'floor', label: text(texts, 'floor'), choices: floors, ...half },
      {
        kind: 'select',
        name: 'accessible',
        label: text(texts, 'accessible'),
        choices: [
          { value: 'true', label: text(lists, 'yes') },
          { value: 'false', label: text(lists, 'no') },
        ],
        ...half,
      },
      {
        kind: 'select',
        name: 'quiet',
        label: text(texts, 'quiet'),
        choices: [
          { value: 'true', label: text(lists, 'yes') },
          { value: 'false', label: text(lists, 'no') },
        ],
        ...half,
      },
      {
        kind: 'select',
        name: 'gender_rule',
        label: text(texts, 'gender'),
        choices: [{ value: ANYBODY, label: text(texts, 'gender_anybody') }, ...genders],
        empty: undefined,
      },
    ],
  },
  {
    title: text(texts, 'maintenance'),
    fields: [
      { kind: 'date', name: 'closed_from', label: text(texts, 'maintenance_from'), ...half },
      { kind: 'date', name: 'closed_until', label: text(texts, 'maintenance_until'), ...half },
      { kind: 'text', name: 'closed_reason', label: text(texts, 'reason'), empty: undefined },
    ],
  },
] as const satisfies readonly FormSection<string>[]

/** Returns what the form sets, as the server takes it. */
export const toRoomChange = (values: FieldValues): object => {
  const { floor, gender_rule, accessible, quiet, closed_from, closed_until, closed_reason, ...rest } =
    changeForm.parse(values)
  return {
    ...rest,
    ...(floor && { floor: Number(floor) }),
    ...(gender_rule && { gender_rule: gender_rule === ANYBODY ? null : gender_rule }),
    ...(accessible && { accessible: accessible === 'true' }),
    ...(quiet && { quiet: quiet === 'true' }),
    ...(closed_from && { closed: { from: closed_from, until: closed_until, reason: closed_reason } }),
  }
}
