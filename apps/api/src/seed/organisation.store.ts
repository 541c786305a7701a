import { DEFAULT_SETTINGS } from '@shiloh/contract/organisation'
import { sql } from 'kysely'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import type { Tx } from '#platform/db/db'

/**
 * Adds missing countries with their dialling codes (from the phone library), the organisation's row and the settings.
 */
export const ensureOrganisation = async (tx: Tx): Promise<void> => {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  const countries = getCountries().map((code) => ({
    code,
    name: names.of(code) ?? code,
    dial_code: `+${getCountryCallingCode(code)}`,
  }))
  await sql`insert into countries (code, name, dial_code)
    select code, name, dial_code from json_to_recordset(${JSON.stringify(countries)}::json) as c(code text, name text, dial_code text)
    on conflict do nothing`.execute(tx)
  await sql`insert into client_groups (name, short_name) values ('Shiloh', 'Shiloh') on conflict do nothing`.execute(tx)
  await sql`insert into settings (name, value) select key, value from jsonb_each(${JSON.stringify(DEFAULT_SETTINGS)}::jsonb) on conflict do nothing`.execute(
    tx,
  )
}
