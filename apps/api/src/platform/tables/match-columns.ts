import { headerName } from './cells.ts'
import { columnOfWords } from './column-texts.ts'

/** What an import reads. */
export interface Needed {
  /** The columns. */
  readonly read: readonly string[]
  /** Other headers that offices use → column. */
  readonly aliases?: Readonly<Record<string, string>> | undefined
}

/** Headers that lists of other programs and offices have, in four languages. They count where no other header fits. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  address: ['street', 'strasse', 'straße', 'rue', 'morada', 'endereço', 'anschrift', 'postal address'],
  assembly: ['church', 'local church', 'local assembly', 'gemeinde', 'kirche', 'église', 'igreja', 'assemblée'],
  beds: ['number of beds', 'no of beds', 'bettenzahl', 'anzahl betten', 'nombre de lits', 'número de camas'],
  birth_date: ['birthday', 'birthdate', 'born', 'd o b', 'geboren', 'geburtstag', 'né le', 'naissance', 'nascimento'],
  city: ['place', 'ort', 'stadt', 'ville', 'cidade', 'localidade'],
  country: ['nation', 'nationality', 'land', 'staat', 'pays', 'país'],
  description: ['remarks', 'details', 'bemerkung', 'bemerkungen', 'remarques', 'observações'],
  designation: ['position', 'function', 'office', 'amt', 'funktion', 'fonction', 'função', 'cargo'],
  dial_code: ['dialing code', 'phone code', 'ländervorwahl', 'indicatif', 'indicativo'],
  email: ['mail', 'email address', 'e mail address', 'mailadresse', 'courriel', 'adresse e mail', 'correio eletrónico'],
  event_block: ['building', 'house', 'gebäude', 'haus', 'bâtiment', 'edifício', 'bloco'],
  event_center: ['venue', 'centre', 'campus', 'veranstaltungsort', 'lieu', 'local'],
  first_name: ['forename', 'christian name', 'first names', 'rufname', 'prénoms', 'primeiro nome', 'nomes próprios'],
  floor: ['storey', 'level', 'etage', 'stock', 'étage', 'piso', 'andar'],
  gender: ['m f', 'geschlecht', 'sexe', 'sexo', 'género'],
  language: ['sprache', 'langue', 'língua', 'idioma'],
  last_name: ['name of family', 'family', 'nachname', 'familienname', 'nom de famille', 'apelido', 'sobrenome'],
  name: ['full name', 'bezeichnung', 'designação', 'intitulé'],
  note: ['notes', 'remark', 'hinweis', 'anmerkung', 'nota', 'observation'],
  other_names: ['middle name', 'middle names', 'weitere vornamen', 'zweiter vorname', 'autres prénoms', 'segundo nome'],
  phone: [
    ...[
      'tel',
      'tel no',
      'tel number',
      'telephone no',
      'telephone number',
      'phone no',
      'phone number',
      'contact',
      'cell',
    ],
    ...[
      'mobile no',
      'mobile number',
      'whatsapp',
      'handy',
      'mobil',
      'rufnummer',
      'tél',
      'portable',
      'telemóvel',
      'celular',
    ],
  ],
  region: ['bundesland', 'région', 'região', 'province'],
  room_category: ['room type', 'type of room', 'zimmerart', 'zimmertyp', 'type de chambre', 'tipo de quarto'],
  staff_id: [
    'id no',
    'staff no',
    'member no',
    'membership no',
    'mitgliedsnummer',
    'numéro de membre',
    'número de membro',
  ],
  title: ['rank', 'dienstgrad', 'anrede', 'titre', 'título', 'grade'],
}

/** Returns each header that names a column: its name, other headers of offices, and its words in every language. */
export const headersOf = ({ read, aliases = {} }: Needed): Map<string, string> =>
  new Map([
    ...columnOfWords(read),
    ...Object.entries(aliases).map(([from, to]): [string, string] => [headerName(from), to]),
    ...read.map((name): [string, string] => [name, name]),
  ])

interface Matched {
  /** Column → header. */
  readonly columns: Readonly<Record<string, string>>
  /** Headers that name the same column as an earlier one. */
  readonly clashes: readonly { readonly column: string; readonly headers: readonly [string, string] }[]
}

/** Finds the header of each column. Synonyms count for columns that no other header names. */
export const matchColumns = (needed: Needed, headers: readonly string[]): Matched => {
  const known = headersOf(needed)
  const columns: Record<string, string> = {}
  const clashes: { column: string; headers: [string, string] }[] = []
  for (const header of headers) {
    const column = known.get(header)
    if (column === undefined) continue
    const before = columns[column]
    if (before === undefined) columns[column] = header
    else clashes.push({ column, headers: [before, header] })
  }
  for (const column of needed.read) {
    if (columns[column] !== undefined) continue
    const names = new Set(SYNONYMS[column]?.map(headerName))
    const taken = new Set(Object.values(columns))
    const header = headers.find((one) => names.has(one) && !taken.has(one) && !known.has(one))
    if (header !== undefined) columns[column] = header
  }
  return { columns, clashes }
}
