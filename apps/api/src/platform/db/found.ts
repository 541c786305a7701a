import { AppError } from '../errors.ts'

/** Returns the row that was looked up. @throws not_found when there is none */
export const found = <T>(row: T | undefined | null): T => {
  if (row === undefined || row === null) throw new AppError('not_found')
  return row
}
