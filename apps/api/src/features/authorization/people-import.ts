import type { authorizationRoutes } from '@shiloh/contract/authorization'
import type { SamePerson } from '@shiloh/contract/imports'
import { isAllowed } from '@shiloh/contract/permissions'
import { isPersonName } from '@shiloh/contract/text/names'
import { readClientGroup } from '#features/organisation'
import { type Handlers, writes } from '#http/binder'
import { loadAuthors } from '#platform/auth/auth.store'
import { sqlIn } from '#platform/db/sql.store'
import { declareImport, importRows } from '#platform/tables/imports.store'
import { parsePhone } from '#platform/text/phone'
import { type ImportedPerson, savePeople } from './people-import.store.ts'
import { userSheet } from './sheets.ts'

/** Parses dd/mm/yyyy, yyyy-mm-dd, or the serial day of a spreadsheet, which counts from 1900. */
export const parseDay = (text: string): string | undefined => {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  const written = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(text)
  const [year, month, day] = iso
    ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
    : written
      ? [Number(written[3]), Number(written[2]), Number(written[1])]
      : []
  if (year === undefined || month === undefined || day === undefined) {
    if (!/^\d{4,5}$/.test(text)) return undefined
    // Spreadsheets count 29 February 1900, which did not exist, as day 60. So the count starts two days before
    // 1900-01-01.
    return new Date(Date.UTC(1899, 11, 30) + Number(text) * 86_400_000).toISOString().slice(0, 10)
  }
  const date = new Date(Date.UTC(year, month - 1, day))
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return exists ? date.toISOString().slice(0, 10) : undefined
}

/** Returns the first of several numbers in one cell. */
const firstPhone = (text: string): string => text.split(/[/;,]| or | ou | oder /i)[0]?.trim() ?? ''

/** A letter that was typed for a digit: reading past it would make another number. */
const LETTER_FOR_DIGIT = /(?:^|[\d+\s])[oil|](?=\s*\d)/i

const phoneOf = (text: string, country: string): string | undefined =>
  LETTER_FOR_DIGIT.test(text) ? undefined : (parsePhone(text, country) ?? parsePhone(firstPhone(text), country))

const personRow = (homeCountry: string, today: string, mayConfirm: boolean) =>
  userSheet.row.transform((row, check): ImportedPerson => {
    const refuse = (field: string, message: string) => check.addIssue({ code: 'custom', path: [field], message })
    const country = row.country ?? homeCountry
    const phone = row.phone === undefined ? null : phoneOf(row.phone, country)
    if (phone === undefined) refuse('phone', 'phone')
    const birth_date = row.birth_date === undefined ? null : parseDay(row.birth_date)
    if (birth_date === undefined || (birth_date !== null && birth_date >= today)) refuse('birth_date', 'invalid')
    // Lists often have a surname and "other names" only: the first of those is the first name.
    const [spare, ...others] = row.first_name === undefined ? (row.other_names ?? '').split(/\s+/) : []
    const first_name = row.first_name ?? spare
    if (!first_name) refuse('first_name', 'required')
    for (const field of ['first_name', 'last_name', 'other_names'] as const)
      if (row[field] && !isPersonName(row[field])) refuse(field, 'person_name')
    return {
      staff_id: row.staff_id ?? null,
      email: row.email ?? null,
      phone: phone ?? null,
      first_name: first_name ?? '',
      last_name: row.last_name,
      other_names: row.first_name === undefined ? others.join(' ') || null : (row.other_names ?? null),
      gender: row.gender ?? null,
      birth_date: birth_date ?? null,
      country,
      language: row.language ?? 'en',
      is_not_member: row.is_not_member ?? false,
      title: row.title ?? null,
      designation: row.designation ?? null,
      region: row.region ?? null,
      area: row.area ?? null,
      district: row.district ?? null,
      assembly: row.assembly ?? null,
      // The list is the office's own, unless it says otherwise, or comes from somebody who may not confirm titles.
      titles_confirmed: mayConfirm && (row.titles_confirmed ?? true),
    }
  })

/** What a row of people is known by, in the order in which `savePeople` looks for the person. */
const keysOf = (row: ImportedPerson, samePerson: SamePerson) => {
  const { staff_id, email, phone, birth_date } = row
  const beside =
    samePerson === 'names'
      ? `${row.first_name}\n${row.last_name}`.toLowerCase()
      : birth_date === null
        ? null
        : birth_date
  return [
    ...(staff_id === null ? [] : [{ field: 'staff_id', key: `staff ${staff_id}`, decides: true }]),
    ...(email === null ? [] : [{ field: 'email', key: `email ${email.toLowerCase()}`, decides: true }]),
    ...(phone === null || beside === null
      ? []
      : [{ field: 'phone', key: `phone ${phone} ${beside}`, decides: staff_id === null && email === null }]),
  ]
}

/** A list of people in the formats that church offices keep. */
export const peopleImport = declareImport<ReturnType<typeof personRow>>(
  userSheet,
  async ({ db, now }, by, samePerson) => {
    const { country } = await readClientGroup(db)
    const authorization = (await loadAuthors(sqlIn(db), [by])).get(by)
    const mayConfirm = authorization !== undefined && isAllowed(authorization, 'users.confirm_titles')
    return {
      row: personRow(country, now.toISOString().slice(0, 10), mayConfirm),
      save: (work, rows, given) =>
        // A first name taken from the other names counts as given.
        savePeople(work.tx, now, by, rows, {
          given: given.has('other_names') ? new Set([...given, 'first_name']) : given,
          samePerson,
        }),
      keys: (row) => keysOf(row, samePerson),
    }
  },
)

export const importPeople: Handlers<typeof authorizationRoutes>['importUsers'] = writes((ctx, input) =>
  importRows(ctx, input, peopleImport),
)
