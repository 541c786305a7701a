import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

/** Stands for the value of an argument in `pieces`. */
export const VALUE = '\uFFFC'

/** A message as its rules see it. */
export interface Parsed {
  /** The names of its arguments. */
  readonly names: ReadonlySet<string>
  /** The cases of each plural and select, in their order: `count plural one other`. */
  readonly choices: readonly { readonly name: string; readonly kind: string; readonly cases: readonly string[] }[]
  /** The text outside braces, and that of each case; each argument is one `VALUE`. */
  readonly pieces: readonly string[]
}

/** Reads an ICU message. Throws where it does not parse. */
export function parseMessage(message: string): Parsed {
  const names = new Set<string>()
  const choices: { name: string; kind: string; cases: string[] }[] = []
  const pieces: string[] = []
  const walk = (tokens: CompiledMessage) => {
    let piece = ''
    for (const token of tokens) {
      if (typeof token === 'string') {
        piece += token === '#' ? VALUE : token
        continue
      }
      const [name, kind, cases] = token
      names.add(name)
      piece += VALUE
      if (typeof cases !== 'object' || cases === null) continue
      const known = Object.entries(cases).flatMap(([key, inner]) => {
        if (key === 'offset') return []
        if (Array.isArray(inner)) walk(inner)
        else if (typeof inner === 'string') walk([inner])
        return [key]
      })
      choices.push({ name, kind: kind ?? '', cases: known })
    }
    pieces.push(piece)
  }
  walk(compileMessageOrThrow(message))
  // The parser takes a brace that is left over for text.
  if (pieces.some((piece) => /[{}]/.test(piece))) throw new Error(`a brace is open: ${message}`)
  return { names, choices, pieces }
}

/** U+202F, a narrow space that does not break: French sets it before ; : ! ? % » and after «. */
const NARROW = '\u202F'

/** Sets the narrow spaces of French where there is another space. */
export const withFrenchSpaces = (text: string): string =>
  text.replaceAll(/[ \u00A0]+(?=[;:!?%»])/g, NARROW).replaceAll(/«[ \u00A0]*(?!\u202F)/g, `«${NARROW}`)

/** Where French lacks a narrow space: the characters around it. Times and addresses are none of its matter. */
export const lacksFrenchSpace = (piece: string): string | undefined =>
  /(?:[^\s\u202F;:!?%»«(][;!?%»](?!\w)|[^\d\s\u202F;:!?%»«(]:(?!\/\/)|[ \u00A0][;:!?%»]|«(?!\u202F).?)/.exec(piece)?.[0]
