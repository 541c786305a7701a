import { isPaper } from '@shiloh/contract/checkin/paper'
import { scanRoutes } from '@shiloh/contract/checkin/scan-list'
import { bind, reads } from '#http/binder'
import { momentCell, wordCell } from '#platform/tables/cells'
import { exportRows, inChunks } from '#platform/tables/exports'
import { listScans, scanReader } from './scan-list.store.ts'

export const scanListEndpoints = bind(scanRoutes, {
  listScans: reads((ctx, { params, query }) => listScans(ctx.db, params.id, query)),
  exportScans: reads((ctx, { params, query }) =>
    exportRows(ctx, query, {
      name: 'scans',
      columns: {
        at: ({ at }) => momentCell(at),
        received_at: ({ received_at }) => momentCell(received_at),
        name: ({ name }) => name,
        code: ({ code }) => code,
        direction: ({ direction }) => wordCell(direction),
        verdict: ({ result }) => wordCell(result),
        said: ({ said }) => wordCell(said),
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
      rows: inChunks(scanReader(ctx.db, params.id, query)),
    }),
  ),
})
