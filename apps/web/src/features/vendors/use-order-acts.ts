import { vendorRoutes } from '@shiloh/contract/vendors/vendors'
import { useState } from 'react'
import { newIdempotencyKey } from '#platform/client'
import { useAct } from '#platform/queries'
import type { Deed, OrderAct, OrderBody } from './acts.ts'
import { aboutOrders } from './queries.ts'

/** What was done last, and what undoes exactly that. */
export interface Done {
  readonly code: string
  /** The reservation. */
  readonly id: string
  readonly deed: Deed | 'undone'
  readonly at: string
  /** Sent again after a lost answer, it is the same undoing. */
  readonly undo?: OrderBody | undefined
}

interface Order {
  readonly _id: string
  readonly code: string
}

/** Everything that a page of orders does: one act at a time has the last word, and can be undone. */
export function useOrderActs() {
  const [done, setDone] = useState<Done>()
  const { mutateAsync, isPending, variables } = useAct(vendorRoutes.updateOrder, aboutOrders)
  const now = () => new Date().toISOString()
  /** Does it under a name of its own. Returns whether it was done; a failure shows itself. */
  const act = async (order: Order, { deed, body, undo }: OrderAct): Promise<boolean> => {
    const input = { params: { id: order._id }, body: { ...body, handover_id: newIdempotencyKey() } }
    // The row can be gone when the answer comes.
    const isDone = await mutateAsync(input).then(
      () => true,
      () => false,
    )
    if (isDone)
      setDone({
        code: order.code,
        id: order._id,
        deed,
        at: now(),
        undo: undo && { ...undo, handover_id: newIdempotencyKey() },
      })
    return isDone
  }
  const takeBack = async (): Promise<void> => {
    if (!done?.undo) return
    const { id, code } = done
    await mutateAsync({ params: { id }, body: done.undo }).then(
      () => setDone({ id, code, deed: 'undone', at: now() }),
      () => undefined,
    )
  }
  return {
    done,
    act,
    takeBack,
    /** The order that is being changed. */
    pending: isPending ? variables?.params.id : undefined,
  }
}
export type OrderActs = ReturnType<typeof useOrderActs>
