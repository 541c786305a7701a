import { buffer } from 'node:stream/consumers'
import { EXPORT_TYPES } from '@shiloh/contract/lists'
import type { ImportedResource } from '@shiloh/contract/sample-files'
import type { Tx } from '#platform/db/db'
import type { Files } from '#platform/files/files'
import { saveFile } from '#platform/files/files.store'
import { writeXlsx } from '#platform/tables/xlsx-writer'
import type { Calendar } from './chance.ts'
import { insertRows } from './insert.store.ts'

interface Sample {
  readonly title: string
  readonly resource: ImportedResource
  readonly description: string
  readonly file: string
  /** The header, then rows that show how to fill it in. */
  readonly rows: readonly (readonly string[])[]
}

const SAMPLES: readonly Sample[] = [
  {
    title: 'Ministers of a district',
    resource: 'users',
    description: 'One row a person, as the district office sends it before each convention.',
    file: 'ministers-of-a-district.xlsx',
    rows: [
      ['Staff number', 'Title', 'Last name', 'First name', 'Gender', 'Phone', 'District', 'Assembly'],
      ['CL-4107', 'Pastor', 'Quartey', 'Emmanuel Nii', 'male', '024 555 3652', 'Kasoa', 'Kasoa Central'],
    ],
  },
  {
    title: 'Rooms of a hostel',
    resource: 'event_rooms',
    description: 'For halls that are rented for one event. Floors count from 0.',
    file: 'rooms-of-a-hostel.xlsx',
    rows: [
      ['Event center', 'Block', 'Name', 'Floor', 'Room category', 'Beds'],
      ['Shiloh Convention Centre', 'Bethel Block', 'B 12', '1', 'Standard', '2'],
    ],
  },
]

/** Stores the office's own files for imports. */
export const seedSamples = async (tx: Tx, files: Files, { now }: Calendar): Promise<void> => {
  for (const { file, rows: table, ...sample } of SAMPLES) {
    const [headers = [], ...rows] = table
    const bytes = await buffer(writeXlsx({ name: sample.resource, headers, textColumns: true }, [rows]))
    const stored = await files.storeTable({ field: 'file', name: file, bytes }, EXPORT_TYPES.xlsx)
    const file_id = await saveFile(tx, now, stored, { ownerId: null, purpose: 'sample_csv', visibility: 'staff' })
    await insertRows(tx, 'sample_csv_files', [{ ...sample, file_id, created_at: now, updated_at: now }])
  }
}
