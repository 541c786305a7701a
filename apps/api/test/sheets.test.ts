import { buffer } from 'node:stream/consumers'
import { importReport } from '@shiloh/contract/admin-resource'
import { LANGUAGES, type Language, type Route } from '@shiloh/contract/core'
import { logEntry } from '@shiloh/contract/insight'
import { organisationRoutes } from '@shiloh/contract/organisation'
import { PERMISSIONS } from '@shiloh/contract/permissions'
import { participantView } from '@shiloh/contract/reservations/views'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { userSheet } from '../src/features/authorization/sheets.ts'
import { catererSheet, optionSheet, productSheet, speakerSheet, typeSheets } from '../src/features/catalogue/sheets.ts'
import { churchSheet, countrySheet, designationSheet, titleSheet } from '../src/features/organisation/sheets.ts'
import { personSheet } from '../src/features/reservations/read/sheets.ts'
import { blockSheet, categorySheet, centerSheet, roomSheet } from '../src/features/venues/sheets.ts'
import { features } from '../src/features.ts'
import { API_PREFIX } from '../src/platform/config.ts'
import { headerName } from '../src/platform/tables/cells.ts'
import { columnLabel, columnOfWords } from '../src/platform/tables/column-texts.ts'
import { writeCsv } from '../src/platform/tables/csv.ts'
import { matchColumns } from '../src/platform/tables/match-columns.ts'
import { readTable } from '../src/platform/tables/table-reader.ts'
import { writeXlsx } from '../src/platform/tables/xlsx-writer.ts'
import { makeEvent } from './booking.ts'
import { type TestApp, testApp } from './harness.ts'

/** Every resource that is imported. Its sheet says which fields are not exported, and why. */
const sheets = [
  userSheet,
  ...[catererSheet, optionSheet, productSheet, speakerSheet, ...Object.values(typeSheets)],
  ...[churchSheet, countrySheet, designationSheet, titleSheet],
  ...[blockSheet, categorySheet, centerSheet, roomSheet],
]
const sheetOf = new Map(sheets.map((sheet): [string, (typeof sheets)[number]] => [sheet.resource, sheet]))

const ID = 'an id says nothing outside of the product'
const PERSON = 'in the columns person and person_id'
const LOG = { _id: ID, type: 'a file is of one log' } as const
const ADDRESS = 'in the column address'
const BROWSER = 'in the column browser'
const REQUEST = 'in the column request'
const RULED = 'permissions are read in the product, where they are explained'
const STAFF = 'the screen asks for it, accounts do not need it'
const NOW = 'what to do next, which is old when the file is read'
const RULED_WORKFLOW = 'a workflow is read in the product, as sentences'
/** A movement of money. */
const MOVEMENT = {
  _id: ID,
  person_id: ID,
  reservation_id: 'in the column code',
  reservation_code: 'in the column code',
  event_name: 'in the column event',
  payment_id: ID,
  refund_id: ID,
} as const
/** The exports of what is not imported: field of the row → why no column is called like it. */
const EXPORT_ONLY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/admin/admin-users/export/all': {
    _id: ID,
    other_names: STAFF,
    name: 'in the columns first_name and last_name',
    language: STAFF,
    country: STAFF,
    avatar_url: 'a picture',
    mfa_methods: 'how a person signs in is their own affair',
    is_owner: 'in the column roles',
    is_last_owner: 'follows from the roles of all',
    api_tokens: 'are listed with the integrations',
    role_ids: 'named by roles',
    special_allow: RULED,
    special_deny: RULED,
    invited: STAFF,
    updated_at: STAFF,
  },
  '/admin/event-rooms/{id}/occupants/export': {
    _id: ID,
    reservation_id: 'in the column reservation, by its code',
    reservation_code: 'in the column reservation',
    reservation_status: 'in the column status',
    user_id: ID,
    event_id: 'named by event',
    pinned: NOW,
  },
  '/admin/bulk-messages/{id}/recipients/export': { _id: ID },
  '/admin/bulk-messages/export': {
    _id: ID,
    audience: 'in the column event',
    expected: 'changes until the message starts, and is on its page',
  },
  '/admin/message-templates/export': { _id: ID, texts: 'are written in the form' },
  '/admin/notifications/export': { _id: ID, error: 'says what to do, and is on its page' },
  '/admin/notifications/{id}/readers/export': { _id: ID },
  '/admin/blogs/export': {
    _id: ID,
    picture_url: 'a picture',
    translations: 'are written beside the original',
    comment_mode: 'a setting of the post',
    pending: 'in the column comments_waiting',
    version: 'counts changes for the editor',
  },
  '/admin/comments/export': { _id: ID, avatar_url: 'a picture', blog: 'in the column post', user_id: ID },
  '/admin/faqs/export': {
    _id: ID,
    answer_html: 'in the column answer',
    translations: 'are written beside the original',
  },
  '/admin/alerts/export': { _id: ID, kind: 'in the column title', link: NOW, updated_at: STAFF, allowed: NOW },
  '/admin/cash/closings/export': { _id: ID, cashier_id: ID, counts: 'in the column counted, as a sum' },
  '/admin/cash/entries/export': { ...MOVEMENT, cashier_id: ID },
  '/admin/payments/export': { ...MOVEMENT, cashier_id: ID },
  '/admin/payments/open/export': {
    ...MOVEMENT,
    reservation_status: NOW,
    refund_reason: 'in the column reason',
    allowed: NOW,
  },
  '/admin/refunds/export': {
    _id: ID,
    payment_id: ID,
    reservation_id: 'in the column code',
    reservation_code: 'in the column code',
    reservation_status: NOW,
    event_name: 'in the column event',
    person_id: ID,
    asked: NOW,
    needs_attention: NOW,
    allowed: NOW,
  },
  '/admin/titles-to-confirm/export': { _id: ID, user_id: ID },
  '/admin/check-in-users/export': {
    _id: ID,
    name: 'in the columns first_name and last_name',
    language: STAFF,
    event_ids: 'named by events',
    updated_at: STAFF,
  },
  '/admin/permissions/policy/export': { _id: ID, key: ID, permission_ids: 'named by permissions', version: STAFF },
  '/admin/permissions/user-role/export': {
    _id: ID,
    key: ID,
    is_owner: 'follows from its permissions',
    policy_ids: 'named by policies',
    version: STAFF,
  },
  '/admin/sample-csv-file/export': { _id: ID, file_name: 'in the column file', file_size: NOW },
  '/admin/imports/export': {
    _id: ID,
    file_name: 'in the column file',
    total: 'in the column rows',
    undo: 'is read in the product, with the rows',
    has_file: NOW,
    file_erased: 'is said by the page of the import',
    continues_after: NOW,
    activity_id: ID,
    undo_activity_id: ID,
  },
  '/admin/workflow/export': {
    _id: ID,
    enabled: 'in the column active',
    version: 'counts changes for the editor',
    trigger: RULED_WORKFLOW,
    moment: RULED_WORKFLOW,
    conditions: RULED_WORKFLOW,
    steps: RULED_WORKFLOW,
    gone: NOW,
    hindrance: NOW,
  },
  '/admin/workflow/runs/export': {
    _id: ID,
    version: 'counts changes for the editor',
    subject: 'follows from the workflow',
    link: NOW,
    wake_at: NOW,
    steps: 'are read in the product, with their results',
    steps_total: NOW,
    allowed: NOW,
  },
  '/admin/events/export': {
    _id: 'an event is named by its slug',
    event_center_id: 'named by event_center',
    picture_url: 'a picture',
    published_at: 'in the column status, without the moment',
    version: 'counts changes for the editor',
    created_at: STAFF,
    updated_at: STAFF,
  },
  '/admin/reservations/export': {
    _id: 'a reservation is named by its code',
    event_id: 'named by event',
    hold_expires_at: NOW,
    kept_until: NOW,
    due_at: NOW,
    standing: 'in the columns of amounts',
    user: 'in the column name',
    needs_approval: 'in the column status',
    approved_at: 'in the column status',
    pays_at_desk: NOW,
    missing: NOW,
    without_consent: 'in the column consent of the export of persons',
  },
  '/admin/check-in/{id}/scans/export': {
    _id: ID,
    reservation_id: 'in the column code',
    user_id: 'the account behind the column name',
    result: 'in the column verdict',
    point_starts_at: 'in the column sitting_at',
    point_kind: 'the column point names it',
    device_id: 'in the column device',
    states: 'in the columns counted, double_entry, withdrawn_at and undone_at',
    withdrawn: 'in the columns withdrawn_at and withdrawn_by',
    undone: 'in the columns undone_at and undone_by',
  },
  '/admin/audit-trail/export': {
    _id: 'in the column number',
    actor: PERSON,
    label: 'in the column object',
    changes: 'in the columns before and after',
    ip: ADDRESS,
    request_id: REQUEST,
  },
  '/admin/tasks-and-planning/export': {
    _id: ID,
    offset_days: 'in the column due_on',
    role: 'in the column assignee',
    needs_assignee: NOW,
    former_assignee: NOW,
    position: 'the order of the board',
    opens: 'the button to its letter',
    documents: 'what the button opens',
    updated_at: STAFF,
  },
  '/admin/events/{id}/waiting-list/export': {
    closed_types: NOW,
    short_of: NOW,
    _id: ID,
    event_id: 'the file is of one event',
    user: 'in the column person',
    people: 'in the columns persons and participant_types',
    room: 'in the columns room_category, check_in and check_out',
  },
  '/admin/auth/support-tickets/export': {
    _id: ID,
    last_message: 'a file has no conversations',
    last_from_staff: NOW,
    unread: NOW,
    user: 'in the columns person, email and phone',
    last_is_note: NOW,
  },
  '/admin/logs/access/export': { ...LOG, user: PERSON, ip: ADDRESS, user_agent: BROWSER },
  '/admin/logs/mail/export': { ...LOG, user: 'in the column person', message_id: 'an id for links' },
  '/admin/logs/sms/export': { ...LOG, user: 'in the column person', message_id: 'an id for links' },
  '/admin/logs/payments/export': { ...LOG, payment: 'in the columns status, amount and currency' },
  '/admin/logs/imports/export': {
    ...LOG,
    user: 'in the column person',
    file_name: 'in the column file',
    total: 'in the column rows',
    problems: 'a list of rows, which a cell cannot hold',
  },
  '/admin/logs/errors/export': { ...LOG, request_id: REQUEST },
  '/admin/logs/security/export': {
    ...LOG,
    message: 'follows from the code',
    user: PERSON,
    ip: ADDRESS,
    user_agent: BROWSER,
    request_id: REQUEST,
  },
}

const routes = features.flatMap((feature) => feature.endpoints.map(({ route }) => route))
/** Staff export the rows of a list. What vendors download is laid out like a report (`features/vendors`). */
const exported = routes.filter(
  ({ access, fileTypes, path }) =>
    (access.kind === 'can' || (access.kind === 'signedIn' && access.who.includes('admin'))) &&
    fileTypes.includes('text/csv') &&
    path.includes('/export'),
)
const imported = routes.filter(({ response }) => response === importReport)

const resourceOf = ({ access }: Route): string =>
  access.kind === 'can' ? (access.permission.split('.')[0] ?? '') : 'nobody'

/** The rows of the list that an export belongs to: one, or one for each type of log. */
const rowsOf = ({ path }: Route): { path: string; item: z.ZodObject }[] => {
  const item = routes.find((list) => list.method === 'GET' && list.path === path.replace(/\/export.*$/, ''))?.response
  if (item instanceof z.ZodObject) return [{ path, item }]
  if (item === logEntry)
    return logEntry.options.map((log) => ({ path: path.replace('{type}', log.shape.type.value), item: log }))
  throw new Error(`${path} belongs to no list`)
}

let app: TestApp
let bearer: string
/** The ids in the paths of exports of what belongs to one thing. */
let owners: Readonly<Record<string, string>>
beforeAll(async () => {
  app = await testApp()
  bearer = await app.tokenOf(await app.account({ type: 'admin', permissions: PERMISSIONS }))
  const made = (table: 'event_centers' | 'room_categories') =>
    app.app.deps.db.insertInto(table).values({ name: 'One' }).returning('id').executeTakeFirstOrThrow()
  const { id: event_center_id } = await made('event_centers')
  const { id: room_category_id } = await made('room_categories')
  const { id: event_block_id } = await app.app.deps.db
    .insertInto('event_blocks')
    .values({ event_center_id, name: 'One' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const one = await app.app.deps.db
    .insertInto('event_rooms')
    .values({ event_center_id, event_block_id, room_category_id, name: 'One', floor: 0, beds: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = await app.app.deps.db
    .insertInto('bulk_messages')
    .values({
      name: 'One',
      audience: 'users',
      channels: ['app'],
      texts: '{}',
      starts_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const announcement = await app.app.deps.db
    .insertInto('bulk_messages')
    .values({
      name: 'One',
      audience: 'members',
      channels: ['app'],
      texts: JSON.stringify({ en: { subject: 'One', body: 'Two', sms: '' } }),
      starts_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: events } = await makeEvent(app)
  owners = {
    'event-rooms': one.id,
    'bulk-messages': message.id,
    notifications: announcement.id,
    'check-in': one.id,
    events,
  }
})
afterAll(() => app.close())

/** The file of an export. */
const fileOf = async (path: string, query: string, language: Language = 'en'): Promise<Buffer> => {
  const response = await app.app.server.inject({
    method: 'GET',
    url: `${API_PREFIX}${path.replace('{id}', owners[path.split('/')[2] ?? ''] ?? '')}?${query}`,
    headers: { authorization: `Bearer ${bearer}`, 'accept-language': language },
  })
  expect(response.statusCode, `${path}: ${response.body.slice(0, 200)}`).toBe(200)
  return response.rawPayload
}

/** The headers of an export, as its CSV file has them. */
const headersOf = async (path: string, query = ''): Promise<string[]> =>
  ((await fileOf(path, query)).toString().replace('\ufeff', '').split('\r\n')[0] ?? '').split(',')

/** The headers of a file, normalised: its first row, whatever it is called. */
const readHeader = async (bytes: Buffer): Promise<string[]> => {
  let found: readonly string[] = []
  const accepts = (headers: readonly string[]) => {
    if (found.length === 0) found = headers
    return true
  }
  for await (const _ of readTable(bytes, accepts)) break
  return [...found]
}

const tableOf = async (bytes: Buffer): Promise<Readonly<Record<string, string>>[]> => {
  const rows = []
  for await (const { cells } of readTable(bytes)) rows.push(cells)
  return rows
}
/** A spreadsheet keeps 12.50 as a number, which is 12.5. */
const asNumbers = (rows: readonly Readonly<Record<string, string>>[]) =>
  rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [name, /^-?\d+\.\d\d$/.test(cell) ? String(Number(cell)) : cell]),
    ),
  )

/** The persons of reservations: an export of its own, whose rows are in no list. */
const persons = { path: '/admin/reservations/export?rows=persons', item: participantView, sheet: personSheet }

test.each([
  ...exported.flatMap((route) => rowsOf(route).map((row) => ({ ...row, sheet: sheetOf.get(resourceOf(route)) }))),
  persons,
])('$path forgets no field', async ({ path, item, sheet: ofResource }) => {
  const sheet = path in EXPORT_ONLY ? undefined : ofResource
  const [address = path, query] = path.split('?')
  const headers = await headersOf(address, query)
  const fields = Object.keys(item.shape)
  const reasons = Object.keys(sheet?.notExported ?? EXPORT_ONLY[path] ?? {})
  const forgotten = fields.filter((field) => !headers.includes(field) && !reasons.includes(field))
  expect(forgotten, 'neither a column nor in notExported').toEqual([])
  const stale = reasons.filter((field) => headers.includes(field) || !fields.includes(field))
  expect(stale, 'in notExported without need').toEqual([])
  if (sheet) {
    expect(sheet.item).toBe(item)
    expect(headers).toEqual(Object.keys(sheet.columns))
  }
})

test.each([
  ...exported.flatMap((route) => rowsOf(route).map(({ path }) => ({ path, query: '' }))),
  { path: '/admin/reservations/export', query: '&rows=persons' },
])('$path$query is the same as XLSX, cell by cell', async ({ path, query }) => {
  const csv = asNumbers(await tableOf(await fileOf(path, `format=csv${query}`)))
  expect(asNumbers(await tableOf(await fileOf(path, `format=xlsx${query}`)))).toEqual(csv)
  const [first, second] = await headersOf(path)
  const some = await tableOf(await fileOf(path, `format=xlsx${query}&columns=${second},no_such_column,${first}`))
  expect(some.length).toBe(csv.length)
  for (const row of some) expect(Object.keys(row)).toEqual([second, first])
})

test.each(exported.flatMap(rowsOf))('$path has words for its headers', async ({ path }) => {
  expect((await headersOf(path)).filter((name) => columnLabel(name, 'en') === name)).toEqual([])
  for (const format of ['csv', 'xlsx']) {
    const words = await readHeader(await fileOf(path, `format=${format}&headers=words`))
    expect(new Set(words).size).toBe(words.length)
    expect(words).toEqual((await headersOf(path)).map((name) => headerName(columnLabel(name, 'en'))))
  }
})

test.each([...sheetOf.values()])('$resource is imported with the headers of every language', ({ read }) => {
  for (const language of LANGUAGES) {
    const columnOf = columnOfWords(read)
    expect(read.map((name) => columnOf.get(headerName(columnLabel(name, language))))).toEqual(read)
  }
})

/** What offices write over their columns, in the four languages: resource → column → headers. */
const WRITTEN: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  event_rooms: {
    event_center: ['Center', 'Venue', 'Zentrum', 'Tagungsort', 'Centre', 'Centro'],
    event_block: ['Block', 'Building', 'House', 'Haus', 'Gebäude', 'Bâtiment', 'Edifício', 'Bloco'],
    name: ['Room', 'Room no.', 'Name', 'Zimmer', 'Zimmer-Nr.', 'Zimmernummer', 'Raum', 'Chambre', 'Quarto', 'Nome'],
    floor: ['Level', 'Etage', 'Stockwerk', 'Étage', 'Niveau', 'Andar', 'Piso'],
    room_category: [
      'Category',
      'Room type',
      'Kategorie',
      'Zimmertyp',
      'Catégorie',
      'Type de chambre',
      'Tipo de quarto',
    ],
    beds: ['No. of beds', 'Betten', 'Anzahl Betten', 'Bettenzahl', 'Lits', 'Nombre de lits', 'Camas', 'Nº de camas'],
    gender_rule: ['Gender', 'Men/Women', 'Geschlecht', 'Sexe', 'Sexo'],
    accessible: ['Wheelchair', 'Barrierefrei', 'PMR'],
    quiet: ['Ruhig', 'Calme', 'Silencioso'],
    note: ['Notes', 'Bemerkung', 'Remarque', 'Observação'],
  },
  event_blocks: {
    event_center: ['Center', 'Veranstaltungsort', 'Lieu', 'Local'],
    name: ['Block', 'Building', 'Haus', 'Gebäude', 'Bâtiment', 'Bloco'],
    code: ['Kürzel', 'Abréviation', 'Sigla'],
  },
  event_centers: {
    name: ['Center', 'Venue', 'Zentrum', 'Event center', 'Centro'],
    city: ['Town', 'Stadt', 'Ville', 'Cidade'],
  },
  room_categories: { name: ['Category', 'Room type', 'Zimmerkategorie', 'Kategorie', 'Catégorie', 'Categoria'] },
  speakers: { honorific: ['Title', 'Titel', 'Titre'], name: ['Speaker', 'Redner', 'Orateur', 'Orador'] },
  caterers: { name: ['Caterer', 'Küche', 'Traiteur', 'Cozinha'], phone: ['Telefon', 'Tél.', 'Telefone'] },
  products: { name: ['Product', 'Item', 'Artikel', 'Produkt', 'Article', 'Produit', 'Produto'] },
  product_options: { product: ['Artikel', 'Produit'], name: ['Option', 'Größe', 'Taille', 'Tamanho'] },
  participant_types: { name: ['Participant type', 'Teilnahmeart', 'Type de participant', 'Tipo de participante'] },
  committee_types: { name: ['Committee', 'Ausschuss', 'Comité', 'Comissão'] },
  countries: { name: ['Country', 'Land', 'Pays', 'País'], dial_code: ['Dial code', 'Vorwahl', 'Indicatif'] },
  titles: { name: ['Title', 'Titel', 'Titre', 'Título'], rank: ['Rank', 'Rang', 'Order', 'Reihenfolge'] },
  designations: { name: ['Designation', 'Position', 'Amt', 'Funktion', 'Fonction', 'Cargo'] },
  church_map: {
    area: ['Gebiet', 'Secteur', 'Área'],
    district: ['Bezirk', 'Distrikt', 'Distrito'],
    assembly: ['Church', 'Gemeinde', 'Église', 'Igreja'],
    assembly_type: ['Type', 'Typ', 'Tipo'],
  },
  users: {
    title: ['Titel', 'Titre'],
    first_name: ['Given name', 'Vorname', 'Prénom', 'Nome próprio'],
    last_name: ['Surname', 'Nachname', 'Nom', 'Apelido'],
    phone: ['Mobile', 'Telefonnummer', 'Téléphone', 'Celular'],
    birth_date: ['DOB', 'Geburtsdatum', 'Date de naissance', 'Data de nascimento'],
  },
}

test.each([...sheetOf.values()])('$resource knows the headers that offices write', (sheet) => {
  const written = Object.entries(WRITTEN[sheet.resource] ?? {})
  expect(written.length).toBeGreaterThan(0)
  const found = written.flatMap(([column, headers]) =>
    headers.map((header) => [header, column, matchColumns(sheet, [headerName(header)]).columns[column]]),
  )
  expect(found.filter(([, column, header]) => header === undefined && column !== undefined)).toEqual([])
})

test('a list of rooms with German headers leaves none of them over', () => {
  const headers = ['Zentrum', 'Haus', 'Zimmer', 'Etage', 'Zimmertyp', 'Betten', 'Geschlecht', 'Bemerkung'].map(
    headerName,
  )
  const { columns, clashes } = matchColumns(roomSheet, headers)
  expect([Object.values(columns).toSorted(), clashes]).toEqual([headers.toSorted(), []])
})

test('an export refuses columns of which it has none', async () => {
  const answer = await app.app.server.inject({
    method: 'GET',
    url: `${API_PREFIX}/admin/countries/export?columns=no_such_column,`,
    headers: { authorization: `Bearer ${bearer}` },
  })
  expect([answer.statusCode, answer.json().errors]).toMatchObject([422, [{ field: 'columns' }]])
})

test('an import reads XLSX as it reads CSV', async () => {
  await app.database.pool.query(`delete from countries where code in ('TV', 'NR')`)
  const headers = ['Code', 'name', 'Vorwahl', 'enabled']
  const rows = [
    ['TV', 'Atlantis', 228, true],
    ['XYZ', '', '=1+1', 'maybe'],
    ['NR', 'Lémurie "=1"', '+229', 'no'],
  ]
  const importing = async (name: string, bytes: Buffer, dry_run: boolean) => {
    const { data } = await app.call(organisationRoutes.importCountries, {
      bearer,
      body: { dry_run: String(dry_run) },
      files: [{ field: 'file', name, bytes }],
    })
    return { ...data, _id: '' }
  }
  const csv = await buffer(writeCsv(headers, [rows], 'fr'))
  const xlsx = await buffer(writeXlsx({ name: 'countries', headers }, [rows]))
  const checked = await importing('countries.csv', csv, true)
  expect(checked).toMatchObject({ dry_run: true, total: 3, created: 2, refused: 1 })
  expect(checked.errors.map(({ row, field }) => [row, field])).toEqual([
    [3, 'code'],
    [3, 'name'],
    [3, 'dial_code'],
    [3, 'enabled'],
  ])
  expect(await importing('countries.xlsx', xlsx, true)).toEqual(checked)
  expect(await importing('countries.xlsx', xlsx, false)).toMatchObject({ created: 2, refused: 1 })
  expect(await importing('countries.csv', csv, false)).toMatchObject({ unchanged: 2, refused: 1 })
})

/** A full row and one with little in it of every resource, in the order in which they need each other. */
const FILES: readonly (readonly [path: string, csv: string])[] = [
  ['countries', 'code,name,dial_code,enabled\nKI,Erewhon,+686,no\nTK,"Côte, ""d\'or""",998,'],
  ['title', 'name,rank,minister,needs_confirmation\nSeer,7,yes,yes\n"=Elder",,,'],
  ['designation', 'name,rank,needs_confirmation\nClerk,3,yes\nAide,,'],
  [
    'church-map',
    'region,area,district,assembly,code,assembly_type,country\nNorth,,,,N1,,GH\nNorth,Hill,Low,Bethel,,,GH\nSouth,,,,,,TG',
  ],
  [
    'event-centers',
    'name,address,city,country,latitude,longitude,phone,description\nZion,"1 Road\nBox 7",Accra,GH,5.6037,-0.187,024 1,-none\nPlain,,,,,,,',
  ],
  ['event-blocks', "event_center,name,code\nZion,A,'01\nPlain,A,"],
  ['room-category', 'name,description\nSuite,"with @ bath; sea"\nDorm,'],
  [
    'event-rooms',
    'event_center,event_block,name,floor,room_category,beds,gender_rule,accessible,note\nZion,A,007,2,Suite,2,male,yes,+1\nPlain,A,1,0,Dorm,8,,,',
  ],
  ['speakers', 'honorific,name,role,bio\nRev.,Ama Ɔsei,Guest,"Line\n\n- two"\n,Kofi,,'],
  ['caterers', 'name,description,phone\nMama,Good,+233 24\nPapa,,'],
  ['products', 'name,description\nShirt,"a|b"\nMug,'],
  ['product-options', 'product,name\nShirt,XL\nMug,1e5'],
  ['participant-types', 'name,description\nDelegate,x\nGuest,'],
  ['committee-types', 'name,description\nUshers,x\nMusic,'],
  [
    'users',
    'staff_id,title,first_name,other_names,last_name,gender,birth_date,phone,email,country,language,is_not_member,designation,region,area,district,assembly\n007,Seer,Ama,Efua Yaa,Ɔsei,female,1990-02-03,0244100001,ama@osei.example,GH,fr,yes,Clerk,North,Hill,Low,Bethel\n,=Elder,Kofi,,Mensah,,,0244100002,,,,,Aide,,,,',
  ],
]

test('what is exported is imported again as the same, of every resource', async () => {
  expect(FILES).toHaveLength(sheetOf.size)
  const send = async (path: string, name: string, bytes: Buffer, dry_run: string) => {
    const route = imported.find((one) => one.path === `/admin/${path}/import`)
    if (!route) throw new Error(`no import of ${path}`)
    const { data } = await app.call(route, { bearer, body: { dry_run }, files: [{ field: 'file', name, bytes }] })
    return importReport.parse(data)
  }
  for (const [path, csv] of FILES)
    expect(await send(path, 'new.csv', Buffer.from(csv), 'false'), path).toMatchObject({ unchanged: 0, errors: [] })
  // Their titles wait for the office. One of them needs no confirmation.
  await app.database.pool.query(
    `update users set confirmed_title_id = null, confirmed_designation_id = null where staff_id = '007' or last_name = 'Mensah'`,
  )
  for (const [path] of FILES)
    for (const [format, language] of [
      ['csv', 'en'],
      ['csv', 'de'],
      ['xlsx', 'en'],
    ] as const) {
      const route = exported.find(
        (one) => one.path === `/admin/${path}/export` || one.path === `/admin/${path}/export/all`,
      )
      const bytes = await fileOf(
        route?.path ?? '',
        `format=${format}&headers=${language === 'de' ? 'words' : 'names'}`,
        language,
      )
      const report = await send(path, `again.${format}`, bytes, 'true')
      expect(report, `${path} as ${format}, ${language}`).toMatchObject({ unchanged: report.total, errors: [] })
      expect(report.total).toBeGreaterThanOrEqual(2)
    }
})

test('the same name in another spelling is the same row, in the file and in the table', async () => {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  for (const [path, csv] of FILES) {
    const route = imported.find((one) => one.path === `/admin/${path}/import`)
    const sheet = route && sheetOf.get(resourceOf(route))
    if (!sheet || path === 'users') continue
    const key =
      path === 'countries'
        ? ['code']
        : ['region', 'area', 'district', 'assembly', 'event_center', 'event_block', 'room_category', 'product', 'name']
    const rows = await tableOf(Buffer.from(csv))
    const other = rows.map((row) =>
      Object.entries(row).map(([name, text]) =>
        key.includes(name) ? ` ${text.toUpperCase().replace(' ', '  ')}` : text,
      ),
    )
    const send = async (lines: readonly (readonly string[])[]) => {
      const file = [Object.keys(rows[0] ?? {}), ...lines].map((cells) => cells.map(quoted).join(',')).join('\n')
      const files = [{ field: 'file', name: 'spelled.csv', bytes: Buffer.from(file) }]
      return importReport.parse((await app.call(route, { bearer, body: { dry_run: 'false' }, files })).data)
    }
    const both = await send([...rows.map((row) => Object.values(row)), ...other])
    // The second one is named. Units of the church map can differ in case only.
    const again = (count: number) =>
      path === 'church-map' ? { unchanged: count, refused: 0 } : { unchanged: 0, refused: count }
    const repeated = again(rows.length)
    expect(both, path).toMatchObject({
      ...repeated,
      created: 0,
      updated: 0,
      unchanged: rows.length + repeated.unchanged,
      errors: Array.from({ length: repeated.refused }, () => ({ code: 'twice' })),
    })
    const fresh = key.filter((name) => sheet.read.includes(name)).at(-1)
    const named = (name: string) =>
      rows.slice(0, 1).map((row) => Object.entries(row).map(([at, text]) => (at === fresh ? name : text)))
    if (path !== 'countries' && fresh !== undefined)
      expect(await send([...named('Quite New'), ...named('quite  NEW')]), path).toMatchObject({
        ...again(1),
        created: 1,
      })
    expect(await send(other), path).toMatchObject({ created: 0, unchanged: rows.length, errors: [] })
  }
})

test('every import reads the sheet that its resource exports', () => {
  expect(imported.map(resourceOf).sort()).toEqual([...sheetOf.keys()].sort())
  const exports = new Set(exported.map(resourceOf))
  expect([...sheetOf.keys()].filter((resource) => !exports.has(resource))).toEqual([])
})

test('the template of people has the columns that their sheet reads', () => {
  // An office does not fill in this one: it says that the titles of a file need no confirmation.
  const read = Object.keys(userSheet.row.shape).filter((header) => header !== 'titles_confirmed')
  expect(userSheet.template).toEqual(read)
})

test.each([...sheetOf.values()].filter(({ choices }) => Object.keys(choices).length > 0))(
  '$resource is imported with the choices of every language, and with those that it exports',
  ({ row, choices }) => {
    const schemas = new Map<string, z.ZodType>(Object.entries(row.shape))
    const read = (column: string, cell: string) => schemas.get(column)?.safeParse(cell).data
    for (const [column, taken] of Object.entries(choices))
      for (const value of taken.values) {
        const meant = read(column, value)
        expect(meant, `${column}: ${value}`).not.toBeUndefined()
        for (const language of LANGUAGES) expect(read(column, taken.label(value, language))).toEqual(meant)
      }
  },
)

/** Germany, in every language. */
const COUNTRY = ['Germany', 'Deutschland', 'Allemagne', 'Alemanha']

test('every column that takes some values only reads them in every language', () => {
  const closed = [...sheetOf.values()].flatMap(({ resource, row, choices }) =>
    Object.entries<z.ZodType>(row.shape).flatMap(([column, schema]) => {
      const { data, error } = schema.safeParse('none of them')
      const takesSome =
        column === 'country' ||
        typeof data === 'boolean' ||
        error?.issues.some(
          (issue) =>
            issue.message === 'unknown_choice' ||
            issue.code === 'invalid_value' ||
            (issue.code === 'invalid_type' && issue.expected === 'boolean'),
        )
      // The countries are too many to be choices.
      const readsCountries = COUNTRY.every((name) => schema.safeParse(name).data === 'DE')
      return takesSome ? [{ column: `${resource}.${column}`, isRead: column in choices || readsCountries }] : []
    }),
  )
  expect(closed.length).toBeGreaterThan(10)
  expect(closed.filter(({ isRead }) => !isRead)).toEqual([])
})
