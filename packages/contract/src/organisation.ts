import { z } from 'zod'
import { adminResource, exportRoute, flag, importRoute, pickRoute } from './admin-resource.ts'
import {
  can,
  currency,
  email,
  fileRoute,
  id,
  idParams,
  language,
  line,
  listRoute,
  paragraphs,
  pick,
  publicAccess,
  route,
  searchText,
  signedIn,
  timestamp,
} from './core.ts'
import { declareList, listQuery } from './lists.ts'
import { DATE_FORMATS, DEFAULT_DATE_FORMAT } from './text/format.ts'
import { textsLanguage, translatedLine, translationsOf } from './text/translations.ts'
import { isTimeZone } from './text/zone.ts'

/** The organisation that runs the deployment: its settings, countries, church map, titles and designations. */

// ── Settings ─────────────────────────────────────────────────────────────────────────────────────────────────────────

const maintenanceTexts = translationsOf({ maintenance_message: paragraphs(500) })
export const generalSettings = z.object({
  enable_maintenance_mode: z.boolean(),
  maintenance_message: paragraphs(500),
  translations: maintenanceTexts.item,
})
export const securitySettings = z.object({
  /** Minutes. */
  idle_timeout: z.int().min(1).max(240),
  /** Hours after which a gate is signed out, however busy it is. It has no idle timeout. */
  shift_hours: z.int().min(1).max(48),
  require_client_phone_verification: z.boolean(),
  sign_ups_disabled: z.boolean(),
  /** Whether an administrator must approve every new account. */
  approve_sign_ups: z.boolean(),
  password_expires_after_days: z.int().min(1).max(3650).nullable(),
  /** Administrators without a second step can do nothing but set one up. */
  require_admin_second_step: z.boolean(),
})
export const passwordPolicy = z.object({
  enable_password_complexity_check: z.boolean(),
  minimum_length: z.int().min(8).max(64),
  include_upper_and_lower_cased_characters: z.boolean(),
  include_special_character: z.boolean(),
  include_number: z.boolean(),
})
export type PasswordPolicy = z.output<typeof passwordPolicy>
export const messageSettings = z.object({
  /** What the provider takes for a part of an SMS, in minor units of the organisation's currency. Null: not known. */
  sms_part_price: z.int().min(0).max(1_000_000).nullable(),
})

/** The organisation as everybody sees it. */
export const clientGroup = z.object({
  _id: id,
  name: z.string(),
  short_name: z.string(),
  logo_url: z.string().nullable(),
  color: z.string(),
  country: z.string(),
  currency: z.string(),
  time_zone: z.string(),
  /** The church's own language: what it writes is in this one, `translations` hold the others. */
  language,
  date_format: z.enum(DATE_FORMATS).default(DEFAULT_DATE_FORMAT),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  about: z.string(),
})
export type ClientGroup = z.output<typeof clientGroup>

const groupTexts = translationsOf({ about: paragraphs(2000) })
/** The organisation as administrators edit it: in its own language, with the translations. */
export const editedClientGroup = clientGroup.extend({ translations: groupTexts.item })
export type EditedClientGroup = z.output<typeof editedClientGroup>

const timeZone = z.string().refine(isTimeZone, { error: 'unknown_choice' })

const clientGroupUpdate = z
  .object({
    name: line(120),
    short_name: line(40),
    color: z.string().regex(/^#[0-9A-Fa-f]{6}$/, { error: 'invalid' }),
    country: z.string().regex(/^[A-Z]{2}$/, { error: 'unknown_choice' }),
    currency,
    time_zone: timeZone,
    language,
    date_format: z.enum(DATE_FORMATS, { error: 'unknown_choice' }),
    email: email.nullable(),
    phone: line(40).nullable(),
    address: paragraphs(500).nullable(),
    about: paragraphs(2000),
    translations: groupTexts.write,
  })
  .partial()

/** The fields of each group of settings in a change. Omitted fields keep their value. */
export const SETTINGS_UPDATES = {
  general_settings: generalSettings.extend({ translations: maintenanceTexts.write }).partial(),
  security_settings: securitySettings.partial(),
  password_complexity_settings: passwordPolicy.partial(),
  message_settings: messageSettings.partial(),
  client_group: clientGroupUpdate,
} as const
export type SettingsName = keyof typeof SETTINGS_UPDATES
export const SETTINGS_NAMES = [
  'general_settings',
  'security_settings',
  'password_complexity_settings',
  'message_settings',
  'client_group',
] as const satisfies readonly SettingsName[]

/** All settings, for administrators. */
export const settings = z.object({
  /** The version of each group. A change names the version that it started from. */
  versions: z.object({
    general_settings: z.int(),
    security_settings: z.int(),
    password_complexity_settings: z.int(),
    message_settings: z.int(),
    client_group: z.int(),
  }),
  general_settings: generalSettings,
  security_settings: securitySettings,
  password_complexity_settings: passwordPolicy,
  message_settings: messageSettings,
  client_group: editedClientGroup,
})

/** The settings of a new installation (docs/domain.md#settings). */
export const DEFAULT_SETTINGS = {
  general_settings: { enable_maintenance_mode: false, maintenance_message: '', translations: {} },
  security_settings: {
    idle_timeout: 5,
    shift_hours: 12,
    require_client_phone_verification: true,
    sign_ups_disabled: false,
    approve_sign_ups: false,
    password_expires_after_days: null,
    require_admin_second_step: false,
  },
  password_complexity_settings: {
    enable_password_complexity_check: true,
    minimum_length: 8,
    include_upper_and_lower_cased_characters: true,
    include_special_character: true,
    include_number: true,
  },
  message_settings: { sms_part_price: null },
} as const

/** The settings that every page needs. */
export const publicSettings = z.object({
  general_settings: z.object({ enable_maintenance_mode: z.boolean(), maintenance_message: z.string() }),
  security_settings: z.object({ idle_timeout: z.number(), require_client_phone_verification: z.boolean() }),
  password_complexity_settings: passwordPolicy,
  sign_ups_disabled: z.boolean(),
})
export type PublicSettings = z.output<typeof publicSettings>

export const LOGO_FIELD = 'logo'

const registrationSettings = (path: string) =>
  route({
    method: 'GET',
    path,
    access: publicAccess,
    summary: 'Settings that everybody needs: whether sign-ups are open, the password policy',
    response: z.object({ sign_ups_disabled: z.boolean(), password_complexity_settings: passwordPolicy }),
  })

export const settingsRoutes = {
  readSettings: route({
    method: 'GET',
    path: '/admin/settings',
    access: can('settings.read'),
    summary: 'All settings',
    response: settings,
  }),
  updateSettings: route({
    method: 'PUT',
    path: '/admin/settings/{name}',
    access: can('settings.update'),
    summary: 'Change one group of settings: omitted fields stay',
    params: z.object({ name: z.enum(SETTINGS_NAMES) }),
    // The fields beside the version depend on the name. The handler checks them against SETTINGS_UPDATES.
    body: z.looseObject({ version: z.int().optional(), texts_language: textsLanguage.write }),
    response: settings,
    errors: ['edit_conflict', 'texts_language_changed'],
  }),
  setLogo: route({
    method: 'POST',
    path: '/admin/settings/client_group/logo',
    access: can('settings.update'),
    summary: 'Set the logo; without a file, remove it',
    /** Nothing beside the file: what is not known must not remove the logo. */
    body: z.strictObject({}),
    files: [LOGO_FIELD],
    response: editedClientGroup,
  }),
  readOrganisation: route({
    method: 'GET',
    path: '/organisation',
    access: publicAccess,
    summary: 'The organisation: name, logo, colour, currency, time zone, contacts',
    response: clientGroup,
  }),
  registrationSettings: registrationSettings('/auth/registration/settings'),
  adminRegistrationSettings: registrationSettings('/admin/auth/registration/settings'),
  readFile: fileRoute({
    method: 'GET',
    path: '/files/{id}',
    access: publicAccess,
    summary: 'An uploaded file: public ones for everybody, others only for their owner and staff',
    fileTypes: ['image/webp', 'application/pdf', 'text/plain', 'text/csv'],
    errors: ['not_signed_in', 'forbidden'],
    params: idParams,
  }),
}

// ── Countries ────────────────────────────────────────────────────────────────────────────────────────────────────────

export const country = z.object({
  _id: id,
  code: z.string(),
  name: z.string(),
  dial_code: z.string(),
  enabled: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
})
const countryBody = z.object({
  code: z.string().regex(/^[A-Z]{2}$/, { error: 'country_code' }),
  name: line(120),
  dial_code: z.string().regex(/^\+\d{1,4}$/, { error: 'dial_code' }),
  enabled: flag.default(true),
})
const countryList = declareList({
  sort: ['name', 'code', 'dial_code', 'enabled', 'created_at', 'updated_at'],
  order: ['name'],
  filter: { enabled: z.stringbool().optional() },
})
const countries = adminResource({
  path: '/admin/countries',
  resource: 'countries',
  name: 'countries',
  item: country,
  create: countryBody,
  update: countryBody.extend({ enabled: flag }).partial(),
  list: countryList,
})

// ── Church map ───────────────────────────────────────────────────────────────────────────────────────────────────────

/** From the widest to the narrowest. */
export const CHURCH_LEVELS = ['region', 'area', 'district', 'assembly'] as const
export type ChurchLevel = (typeof CHURCH_LEVELS)[number]

/** A unit of the church map, for pickers and public lists. */
export const churchPlace = z.object({
  _id: id,
  name: z.string(),
  code: z.string().nullable(),
  parent_id: id.nullable(),
})

export const churchUnit = z.object({
  _id: id,
  level: z.enum(CHURCH_LEVELS),
  name: z.string(),
  code: z.string().nullable(),
  parent_id: id.nullable(),
  parent_name: z.string().nullable(),
  assembly_type_id: id.nullable(),
  assembly_type: z.string().nullable(),
  country: z.string(),
  children: z.number(),
  created_at: timestamp,
  updated_at: timestamp,
})
/** A unit as the tree shows it. */
const churchTreeRow = churchPlace.extend({
  level: z.enum(CHURCH_LEVELS),
  country: z.string(),
  /** Units directly below it. */
  children: z.int(),
  /** Assemblies below it, at any depth. */
  assemblies: z.int(),
  people: z.int(),
  /** The words of the search are in its own name or code. */
  found: z.boolean(),
})
export type ChurchTreeRow = z.output<typeof churchTreeRow>
const churchMove = z.object({
  /** Below the unit, or the unit itself. */
  assemblies: z.int(),
  people: z.int(),
  /** Live reservations of these people for events that are not over. */
  reservations: z.int(),
  /** Saved reports about a unit that gains or loses these people, by name: the caller's own and shared ones. */
  reports: z.array(z.string()),
})
export type ChurchMove = z.output<typeof churchMove>
const churchUnitBody = z.object({
  level: z.enum(CHURCH_LEVELS),
  name: line(160),
  code: line(40).nullish(),
  parent_id: id.nullish(),
  assembly_type_id: id.nullish(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, { error: 'unknown_choice' })
    .default('GH'),
})
const churchList = declareList({
  sort: ['name', 'code', 'level', 'parent_name', 'assembly_type', 'country', 'created_at', 'updated_at'],
  order: ['name'],
  filter: {
    level: z.enum(CHURCH_LEVELS).optional(),
    parent_id: id.optional(),
    assembly_type_id: id.optional(),
    country: z.string().max(2).optional(),
  },
})
const churchMap = adminResource({
  path: '/admin/church-map',
  resource: 'church_map',
  name: 'the church map',
  item: churchUnit,
  create: churchUnitBody,
  // The level of a unit is fixed. Its parent and its name can change.
  update: churchUnitBody.omit({ level: true, country: true }).partial(),
  list: churchList,
})

export const assemblyType = z.object({ _id: id, name: z.string(), assemblies: z.number() })
const assemblyTypeBody = z.object({ name: line(80) })

const places = <P extends z.ZodType>(path: string, summary: string, params: P) =>
  route({ method: 'GET', path, access: publicAccess, summary, params, response: z.array(churchPlace) })
const flatPlaces = (path: string, summary: string) =>
  route({
    method: 'GET',
    path,
    access: publicAccess,
    summary,
    query: z.object({ parent_id: id.optional(), search: searchText.optional() }),
    response: z.array(churchPlace),
  })

// ── Titles and designations ──────────────────────────────────────────────────────────────────────────────────────────

const rankTexts = translationsOf({ name: translatedLine(80) })
export const title = z.object({
  _id: id,
  name: z.string(),
  translations: rankTexts.item,
  texts_language: textsLanguage.item,
  rank: z.number(),
  /** Ordained: spouses of its bearers are on the spouse list as ministers' wives. */
  minister: z.boolean(),
  /** Grants nothing to an account until staff have confirmed that the owner bears it. */
  needs_confirmation: z.boolean(),
  created_at: timestamp,
  updated_at: timestamp,
})
const rank = z.coerce.number().pipe(z.int().min(0).max(10_000))
const titleBody = z.object({
  name: line(80),
  translations: rankTexts.write,
  texts_language: textsLanguage.write,
  rank: rank.default(0),
  minister: flag.default(false),
  needs_confirmation: flag.default(false),
})
/** What can be changed of a title or a designation. */
const ranked = {
  name: line(80),
  translations: rankTexts.write,
  texts_language: textsLanguage.write,
  rank,
  needs_confirmation: flag,
}
const rankedList = declareList({ sort: ['name', 'rank', 'created_at', 'updated_at'], order: ['rank', 'name'] })
const titles = adminResource({
  path: '/admin/title',
  resource: 'titles',
  name: 'titles',
  item: title,
  create: titleBody,
  update: z.object({ ...ranked, minister: flag }).partial(),
  hasTexts: true,
  list: rankedList,
})

export const designation = title.omit({ minister: true })
const designationBody = titleBody.omit({ minister: true })
const designations = adminResource({
  path: '/admin/designation',
  resource: 'designations',
  name: 'designations',
  item: designation,
  create: designationBody,
  update: z.object(ranked).partial(),
  hasTexts: true,
  list: rankedList,
})

export const organisationRoutes = {
  ...settingsRoutes,

  listEnabledCountries: route({
    method: 'GET',
    path: '/countries',
    access: publicAccess,
    summary: 'The countries to choose from',
    response: z.array(country.pick({ _id: true, code: true, name: true, dial_code: true })),
  }),
  listCountries: countries.list,
  createCountry: countries.create,
  getCountry: countries.get,
  updateCountry: countries.update,
  removeCountry: countries.remove,
  pickCountries: pickRoute('/admin/countries/query', 'countries.read', 'countries'),
  exportCountries: exportRoute('/admin/countries/export', 'countries.export', 'countries', countryList),
  importCountries: importRoute('/admin/countries/import', 'countries.import', 'countries'),

  geoData: route({
    method: 'GET',
    path: '/geo-data',
    access: publicAccess,
    summary: 'The whole church map, level by level, in one cacheable answer',
    response: z.object({
      regions: z.array(churchPlace),
      areas: z.array(churchPlace),
      districts: z.array(churchPlace),
      assemblies: z.array(churchPlace),
    }),
  }),
  listRegions: places('/regions', 'Regions', z.object({})),
  listAreasOf: places('/regions/{id}/areas', 'Areas of a region', idParams),
  listDistrictsOf: places(
    '/regions/{id}/areas/{area_id}/districts',
    'Districts of an area',
    z.object({ id, area_id: id }),
  ),
  listAssembliesOf: places(
    '/regions/{id}/areas/{area_id}/districts/{district_id}/assemblies',
    'Assemblies of a district',
    z.object({ id, area_id: id, district_id: id }),
  ),
  geoRegions: flatPlaces('/geo/regions', 'Regions, flat'),
  geoAreas: flatPlaces('/geo/areas', 'Areas, flat; filter by parent'),
  geoDistricts: flatPlaces('/geo/districts', 'Districts, flat; filter by parent'),
  geoAssemblies: flatPlaces('/geo/assemblies', 'Assemblies, flat; filter by parent'),

  listChurchUnits: churchMap.list,
  createChurchUnit: churchMap.create,
  getChurchUnit: churchMap.get,
  updateChurchUnit: churchMap.update,
  removeChurchUnit: churchMap.remove,
  pickChurchUnits: route({
    method: 'GET',
    path: '/admin/church-map/query',
    access: can('church_map.read'),
    summary: 'Short list of units for pickers, each with the names of its parents',
    query: z.object({
      search: searchText.optional(),
      level: z.enum(CHURCH_LEVELS).optional(),
      parent_id: id.optional(),
    }),
    response: z.array(pick.extend({ level: z.enum(CHURCH_LEVELS) })),
  }),
  readChurchTree: route({
    method: 'GET',
    path: '/admin/church-map/tree',
    access: can('church_map.read'),
    summary: 'The units directly below a parent, or the regions; with `search`, up to 50 units and all above them',
    query: z.object({ search: searchText.optional(), parent_id: id.optional() }),
    response: z.array(churchTreeRow),
  }),
  moveChurchUnit: route({
    method: 'PUT',
    path: '/admin/church-map/{id}/move',
    access: can('church_map.update'),
    summary: 'Move a unit below another parent, with everything below it. Its people belong to the new parents',
    params: idParams,
    body: z.object({
      parent_id: id,
      /** An undo names the parent that it takes the unit from. Refused with `stale` if somebody moved it again. */
      was: id.optional(),
    }),
    response: churchUnit.extend({ moved: z.object({ assemblies: z.int(), people: z.int() }) }),
    errors: ['stale'],
  }),
  readChurchMove: route({
    method: 'GET',
    path: '/admin/church-map/{id}/move',
    access: can('church_map.update'),
    summary: 'Who and what is affected if a unit moves below another parent',
    params: idParams,
    query: z.object({ parent_id: id }),
    response: churchMove,
  }),
  exportChurchMap: exportRoute('/admin/church-map/export', 'church_map.export', 'the church map', churchList),
  importChurchMap: importRoute('/admin/church-map/import', 'church_map.import', 'the church map'),
  listAssemblyTypes: listRoute({
    method: 'GET',
    path: '/admin/church-map/assembly-types',
    access: can('church_map.read'),
    summary: 'Kinds of assembly',
    query: listQuery({ sort: ['name'], order: ['name'] }),
    response: assemblyType,
  }),
  createAssemblyType: route({
    method: 'POST',
    path: '/admin/church-map/assembly-types',
    access: can('church_map.create'),
    summary: 'Add a kind of assembly',
    body: assemblyTypeBody,
    response: assemblyType,
    errors: ['duplicate'],
    status: 201,
  }),
  updateAssemblyType: route({
    method: 'PUT',
    path: '/admin/church-map/assembly-types/{id}',
    access: can('church_map.update'),
    summary: 'Rename a kind of assembly',
    params: idParams,
    body: assemblyTypeBody.partial(),
    response: assemblyType,
    errors: ['duplicate'],
  }),
  removeAssemblyType: route({
    method: 'DELETE',
    path: '/admin/church-map/assembly-types/{id}',
    access: can('church_map.delete'),
    summary: 'Delete a kind of assembly; rejected while in use',
    params: idParams,
    response: z.object({}),
    errors: ['in_use'],
  }),

  listTitles: titles.list,
  createTitle: titles.create,
  getTitle: titles.get,
  updateTitle: titles.update,
  removeTitle: titles.remove,
  pickTitles: pickRoute('/admin/title/query', 'titles.read', 'titles'),
  exportTitles: exportRoute('/admin/title/export', 'titles.export', 'titles', rankedList),
  importTitles: importRoute('/admin/title/import', 'titles.import', 'titles'),
  titlesToChoose: route({
    method: 'GET',
    path: '/user/participant-type-title',
    access: signedIn(),
    summary: 'Titles, in order of rank',
    response: z.array(title.pick({ _id: true, name: true, minister: true, needs_confirmation: true })),
  }),

  listDesignations: designations.list,
  createDesignation: designations.create,
  getDesignation: designations.get,
  updateDesignation: designations.update,
  removeDesignation: designations.remove,
  pickDesignations: pickRoute('/admin/designation/query', 'designations.read', 'designations'),
  exportDesignations: exportRoute('/admin/designation/export', 'designations.export', 'designations', rankedList),
  importDesignations: importRoute('/admin/designation/import', 'designations.import', 'designations'),
  designationsToChoose: route({
    method: 'GET',
    path: '/user/participant-type-designation',
    access: signedIn(),
    summary: 'Designations, in order of rank',
    response: z.array(title.pick({ _id: true, name: true, needs_confirmation: true })),
  }),
}
