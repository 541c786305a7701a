import { headerName } from './cells.ts'
import { columnOfWords } from './column-texts.ts'

/** What an import reads. */
export interface Needed {
  /** The columns. */
  readonly read: readonly string[]
  /** Other headers that offices use → column. */
  readonly aliases?: Readonly<Record<string, string>> | undefined
  /** What other lists call one of the rows, such as `room`: a list of rooms has its names under that word. */
  readonly one?: string | undefined
}

/**
 * Headers that lists of other programs and offices have, in four languages: column → words. They count where no other
 * header fits. The words of `room` are also those over the names of a list of rooms.
 */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  accessible: ['wheelchair', 'step free', 'barrierefrei', 'rollstuhl', 'fauteuil roulant', 'pmr', 'cadeira de rodas'],
  address: ['street', 'strasse', 'straße', 'rue', 'morada', 'endereço', 'anschrift', 'postal address'],
  area: ['zone', 'gebiete', 'kreis', 'secteurs', 'zona', 'setor'],
  assembly: ['church', 'local church', 'local assembly', 'gemeinde', 'kirche', 'église', 'igreja', 'assemblée'],
  assembly_type: ['kind of assembly', 'art der gemeinde', 'type', 'typ', 'tipo', 'tipo de igreja', 'type d église'],
  beds: [
    ...['bed', 'number of beds', 'no of beds', 'bed count', 'capacity', 'sleeps', 'places'],
    ...['bett', 'bettenzahl', 'anzahl betten', 'anzahl der betten', 'bettenanzahl', 'schlafplätze', 'plätze'],
    ...['lit', 'nombre de lits', 'nb de lits', 'couchages', 'cama', 'número de camas', 'nº de camas', 'lugares'],
  ],
  bio: ['about', 'vita', 'lebenslauf', 'biografie', 'biographie', 'sobre', 'cv'],
  birth_date: ['birthday', 'birthdate', 'born', 'd o b', 'geboren', 'geburtstag', 'né le', 'naissance', 'nascimento'],
  caterer: ['catering', 'kitchen', 'verpflegung', 'küche', 'cuisine', 'restauration', 'refeições', 'cozinha'],
  city: ['town', 'place', 'ort', 'stadt', 'ville', 'cidade', 'localidade'],
  code: ['short', 'abbreviation', 'kürzel', 'kurzzeichen', 'abkürzung', 'abréviation', 'sigle', 'sigla', 'abreviatura'],
  committee: ['committee type', 'team', 'ausschuss', 'komitee', 'comité', 'commission', 'comissão', 'equipe', 'equipa'],
  country: ['nation', 'nationality', 'land', 'staat', 'pays', 'país'],
  description: ['remarks', 'details', 'beschreibung', 'bemerkung', 'bemerkungen', 'remarques', 'observações'],
  designation: ['position', 'function', 'office', 'amt', 'funktion', 'fonction', 'função', 'cargo'],
  dial_code: ['dialing code', 'phone code', 'ländervorwahl', 'indicatif', 'indicativo'],
  district: ['bezirk', 'kirchenbezirk', 'distrito', 'circonscription'],
  email: ['mail', 'email address', 'e mail address', 'mailadresse', 'courriel', 'adresse e mail', 'correio eletrónico'],
  event_block: [
    ...['block name', 'building', 'house', 'gebäude', 'gebäudename', 'haus', 'hausname'],
    ...['bâtiment', 'immeuble', 'maison', 'edifício', 'prédio', 'casa', 'bloco'],
  ],
  event_center: [
    ...['center', 'venue', 'centre', 'campus', 'site', 'zentrum', 'tagungsort', 'tagungszentrum', 'veranstaltungsort'],
    ...['lieu', 'centro', 'local'],
  ],
  first_name: ['forename', 'christian name', 'first names', 'rufname', 'prénoms', 'primeiro nome', 'nomes próprios'],
  floor: ['storey', 'level', 'etage', 'stock', 'stockwerk', 'geschoss', 'étage', 'niveau', 'piso', 'andar'],
  gender: ['m f', 'geschlecht', 'sexe', 'sexo', 'género'],
  gender_rule: [
    ...['gender', 'sex', 'for', 'men or women', 'men women', 'geschlecht', 'männer oder frauen', 'frauen oder männer'],
    ...['sexe', 'genre', 'hommes ou femmes', 'femmes ou hommes', 'sexo', 'gênero', 'género', 'homens ou mulheres'],
  ],
  honorific: ['title', 'salutation', 'anrede', 'titel', 'titre', 'título'],
  language: ['sprache', 'langue', 'língua', 'idioma'],
  last_name: ['name of family', 'family', 'nachname', 'familienname', 'nom de famille', 'apelido', 'sobrenome'],
  latitude: ['lat', 'breite', 'breitengrad'],
  longitude: ['lon', 'lng', 'long', 'länge', 'längengrad'],
  name: ['full name', 'bezeichnung', 'designação', 'intitulé'],
  note: ['notes', 'remark', 'hinweis', 'anmerkung', 'bemerkung', 'remarque', 'nota', 'observação', 'observation'],
  option: ['size', 'variant', 'größe', 'variante', 'auswahl', 'taille', 'choix', 'tamanho', 'opção', 'opções'],
  other_names: ['middle name', 'middle names', 'weitere vornamen', 'zweiter vorname', 'autres prénoms', 'segundo nome'],
  participant_type: ['type of participant', 'teilnehmerart', 'teilnehmertyp', 'type de participant', 'participante'],
  phone: [
    ...['tel', 'tel no', 'tel number', 'telephone no', 'telephone number', 'phone no', 'phone number', 'contact'],
    ...['cell', 'mobile no', 'mobile number', 'whatsapp', 'handy', 'mobil', 'rufnummer', 'telefon', 'telefonnummer'],
    ...['tél', 'téléphone', 'portable', 'telefone', 'telemóvel', 'celular'],
  ],
  product: ['article', 'item', 'artikel', 'ware', 'article', 'artigo', 'item'],
  quiet: ['silent', 'ruhig', 'leise', 'calme', 'silencieux', 'silencioso', 'sossegado'],
  rank: ['order', 'reihenfolge', 'rangfolge', 'ordre', 'ordem'],
  region: ['bundesland', 'région', 'região', 'province'],
  role: ['task', 'function', 'aufgabe', 'funktion', 'fonction', 'função'],
  room: [
    ...['room name', 'room no', 'room number', 'raum', 'zimmernummer', 'zimmer nr', 'zimmername', 'raumnummer'],
    ...['salle', 'numéro de chambre', 'n de chambre', 'chambre n', 'sala', 'número do quarto', 'n do quarto'],
  ],
  room_category: [
    ...['category', 'room type', 'type of room', 'kategorie', 'zimmerart', 'zimmertyp', 'raumkategorie', 'raumart'],
    ...['catégorie', 'type de chambre', 'categoria', 'tipo de quarto'],
  ],
  speaker: ['redner', 'rednerin', 'sprecher', 'orateur', 'oratrice', 'intervenant', 'orador', 'oradora', 'preletor'],
  staff_id: [
    ...['id no', 'staff no', 'member no', 'membership no', 'mitgliedsnummer', 'numéro de membre', 'número de membro'],
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

/** Returns the headers of a column that count where no other header fits. */
const otherWords = (column: string, { one }: Needed): ReadonlySet<string> => {
  const own = SYNONYMS[column] ?? []
  if (column !== 'name' || one === undefined) return new Set(own.map(headerName))
  return new Set([...[...own, ...(SYNONYMS[one] ?? []), one].map(headerName), ...columnOfWords([one]).keys()])
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
    const names = otherWords(column, needed)
    const taken = new Set(Object.values(columns))
    const header = headers.find((one) => names.has(one) && !taken.has(one) && !known.has(one))
    if (header !== undefined) columns[column] = header
  }
  return { columns, clashes }
}
