import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type EmbeddedPostgres,
  findEmbeddedPostgres,
  type RunningPostgres,
  startEmbeddedPostgres,
} from '@shiloh/embedded-postgres'
import { type Config, ConfigError } from '../config.ts'

type Place = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'walArchive'>>

/** A file that is there while a backup is restored into the folder, and after a restore that was interrupted. */
export const unfinishedFile = (dataDir: string): string => join(dataDir, 'restore.unfinished')

export const isRestoreUnfinished = (dataDir: string): boolean => existsSync(unfinishedFile(dataDir))

/** Seconds after which an unfinished file of the log is archived: at most that much is lost with the disk. */
const ARCHIVE_SECONDS = 60

/** The archive of the log. A file appears there under its name only when it is whole and on the disk. */
const archiving = ({ walArchive }: Place): Record<string, string> =>
  walArchive === undefined
    ? {}
    : {
        archive_mode: 'on',
        archive_timeout: `${ARCHIVE_SECONDS}s`,
        archive_command: `test ! -f "${walArchive}/%f" && cp "%p" "${walArchive}/%f.part" && sync "${walArchive}/%f.part" && mv "${walArchive}/%f.part" "${walArchive}/%f"`,
      }

const settingsOf = ({ dataDir }: Place) => ({ dataDir: `${dataDir}/postgres`, database: 'shiloh' })

/**
 * Starts the PostgreSQL server that the product runs itself when `DATABASE_URL` is not set. Its data are in
 * `DATA_DIR/postgres`.
 *
 * @param settings overrides, as in postgresql.conf
 * @throws ConfigError when it cannot start
 */
export const startOwnDatabase = (
  place: Place,
  log: (line: string) => void,
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres> => {
  if (isRestoreUnfinished(place.dataDir))
    return Promise.reject(
      new ConfigError(
        `The restore into ${place.dataDir} was interrupted. Run npm run restore again, or delete the folder.`,
      ),
    )
  return startEmbeddedPostgres({ ...settingsOf(place), settings: { ...archiving(place), ...settings }, log }).catch(
    (error: unknown) => {
      throw new ConfigError(
        `${error instanceof Error ? error.message : String(error)}\nSet DATA_DIR for another folder, or DATABASE_URL for a PostgreSQL server of your own.`,
        { cause: error },
      )
    },
  )
}

/** Returns the URLs of the server while another process of the product runs it. */
export const findOwnDatabase = (place: Place): RunningPostgres | undefined => {
  const { dataDir, database } = settingsOf(place)
  return findEmbeddedPostgres(dataDir, database)
}
