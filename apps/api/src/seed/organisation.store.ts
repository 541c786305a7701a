import { sql } from 'kysely'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js'
import type { Tx } from '#platform/db'

/** Settings by the specification's names, with its defaults. */
const SETTINGS = {
  general_settings: { enable_maintenance_mode: false, maintenance_message: '' },
  security_settings: {
    idle_timeout: 5,
    require_client_phone_verification: true,
    sign_ups_disabled: false,
    approve_sign_ups: false,
    password_expires_after_days: null,
  },
  password_complexity_settings: {
    enable_password_complexity_check: true,
    minimum_length: 8,
    include_upper_and_lower_cased_characters: true,
    include_special_character: true,
    include_number: true,
  },
}

/** Countries with their dialling codes (the phone library's list), the organisation's row and the settings, where missing. */
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
  await sql`insert into settings (name, value) select key, value from jsonb_each(${JSON.stringify(SETTINGS)}::jsonb) on conflict do nothing`.execute(
    tx,
  )
}
