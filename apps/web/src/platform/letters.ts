/** Whether a text has letters of Akan or Ewe that the heading face lacks. */
export function needsSans(heading: string): boolean {
  return /[ŊŋƆƉƐƑƒƓƔƲɔɖɛɣʋ₵]/.test(heading)
}
