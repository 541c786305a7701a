import { storedWish, type Wish } from '@shiloh/contract/reservations/wish'
import type { Deps } from '#platform/deps'
import { wishContext } from '../sealed.ts'
import { sealedWish, type WaitingRow } from './waiting.store.ts'

/** Returns the wish of an entry. It is stored sealed because it can contain health data. */
export const openWish = (deps: Deps, row: WaitingRow): Wish =>
  storedWish.parse(JSON.parse(deps.crypto.unseal(sealedWish(row), wishContext(row.user_id, row.event_id))))
