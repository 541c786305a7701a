/**
 * Returns a name as a slug: lower-case Latin letters, digits and hyphens. `word` is put in front of a slug that would
 * be empty or look like an id.
 */
export const slugFrom = (name: string, word: string): string => {
  const slug = name
    .toLowerCase()
    .replace(/ɛ/g, 'e')
    .replace(/ɔ/g, 'o')
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/[\u0300-\u036f'’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
  return slug === '' || /^[0-9a-f]{24}$/.test(slug) ? `${word}-${slug}`.replace(/-$/, '') : slug
}

/** Returns the first of `base`, `base-2`, `base-3`, … that is not taken. */
export const freeSlug = (base: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(base)) return base
  for (let number = 2; ; number += 1) if (!taken.has(`${base}-${number}`)) return `${base}-${number}`
}
