import type { FileAnswer } from '#platform/client'
import { saveFile } from '#platform/download'
import { showFailure } from './failure.tsx'

/** Downloads a file that was asked for, or shows why it did not come. */
export async function downloadAsked(asked: Promise<FileAnswer>): Promise<void> {
  try {
    saveFile(await asked)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    showFailure(error.message)
  }
}
