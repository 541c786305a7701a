import { isPaper } from '@shiloh/contract/checkin/paper'
import { type ListedScan, scanRoutes } from '@shiloh/contract/checkin/scan-list'
import { isOfNobody, scanWord, verdictOf } from '@shiloh/contract/checkin/scans'
import { bind, reads, readsLate } from '#http/binder'
import { momentCell, wordCell } from '#platform/tables/cells'
import { exportRows, inChunks } from '#platform/tables/exports'
import { listScans, scanReader } from './scan-list.store.ts'

/** By what the name of a scan is chosen. */
const aboutOf = ({ point_kind, direction, name }: Pick<ListedScan, 'point_kind' | 'direction' | 'name'>) => ({
  kind: point_kind,
  direction,
  isKnown: name !== null,
})

export const scanListEndpoints = bind(scanRoutes, {
  listScans: reads((ctx, { params, query }) => listScans(ctx.db, params.id, query, ctx.language)),
  exportScans: readsLate((ctx, { params, query }) =>
    exportRows(ctx, query, {
      name: 'scans',
      columns: {
        at: ({ at }) => momentCell(at),
        received_at: ({ received_at }) => momentCell(received_at),
        name: (scan) => (isOfNobody(scan) ? null : scan.name),
        code: ({ code }) => code,
        direction: ({ direction }) => wordCell(direction),
        verdict: ({ result, said, ...scan }) => wordCell(verdictOf({ result, said, ...aboutOf(scan) })),
        said: ({ said, ...scan }) => wordCell(said && scanWord(said, aboutOf(scan))),
        counted: ({ states }) => states.includes('counted'),
        double_entry: ({ states }) => states.includes('double'),
        point: ({ point }) => point,
        sitting_at: ({ point_starts_at }) => momentCell(point_starts_at),
        device: ({ device_id, device }) => (isPaper(device_id) ? wordCell('paper_list') : device),
        scanned_by: ({ scanned_by }) => scanned_by,
        withdrawn_at: ({ withdrawn }) => momentCell(withdrawn?.at ?? null),
        withdrawn_by: ({ withdrawn }) => withdrawn?.by,
        undone_at: ({ undone }) => momentCell(undone?.at ?? null),
        undone_by: ({ undone }) => undone?.by,
      },
      rows: inChunks(scanReader(ctx.db, params.id, query, ctx.language)),
    }),
  ),
})
