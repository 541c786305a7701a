import type { FieldError } from '@shiloh/contract/errors'
import { CHURCH_LEVELS, type ChurchLevel } from '@shiloh/contract/organisation'

interface Place {
  readonly id: string
  readonly level: ChurchLevel
  readonly parent_id: string | null
}

/** Returns what is wrong with a unit of this level below this parent. Levels in between can be missing. */
export const placementProblems = (
  level: ChurchLevel,
  parentId: string | null,
  parent: Pick<Place, 'level'> | undefined,
  hasAssemblyType: boolean,
): FieldError[] => {
  const problems: FieldError[] = []
  if (level === 'region' && parentId !== null) problems.push({ field: 'parent_id', code: 'unsupported' })
  if (level !== 'region' && parentId === null) problems.push({ field: 'parent_id', code: 'required' })
  if (level !== 'region' && parentId !== null) {
    if (!parent) problems.push({ field: 'parent_id', code: 'not_found' })
    else if (CHURCH_LEVELS.indexOf(parent.level) >= CHURCH_LEVELS.indexOf(level))
      problems.push({ field: 'parent_id', code: 'unknown_choice' })
  }
  if (hasAssemblyType && level !== 'assembly') problems.push({ field: 'assembly_type_id', code: 'unsupported' })
  return problems
}

/** The units that a person says they belong to. */
export interface Belonging {
  readonly region_id?: string | null | undefined
  readonly area_id?: string | null | undefined
  readonly district_id?: string | null | undefined
  readonly assembly_id?: string | null | undefined
}

const FIELDS: readonly { readonly level: ChurchLevel; readonly field: keyof Belonging }[] = [
  { level: 'region', field: 'region_id' },
  { level: 'area', field: 'area_id' },
  { level: 'district', field: 'district_id' },
  { level: 'assembly', field: 'assembly_id' },
]

/** Every unit named must exist, have its level, and be inside the next wider unit that is named. */
export const belongingProblems = (belonging: Belonging, places: readonly Place[]): FieldError[] => {
  const byId = new Map(places.map((place) => [place.id, place]))
  const problems: FieldError[] = []
  let above: string | undefined
  for (const { level, field } of FIELDS) {
    const id = belonging[field]
    if (!id) continue
    const place = byId.get(id)
    if (place?.level !== level) problems.push({ field, code: 'not_found' })
    else if (above !== undefined && place.parent_id !== above) problems.push({ field, code: 'unknown_choice' })
    above = id
  }
  return problems
}

/** Requires the path of an imported row to begin with a region. */
export const pathProblems = (path: Readonly<Partial<Record<ChurchLevel, string>>>): FieldError[] =>
  path.region === undefined ? [{ field: 'region', code: 'required' }] : []
