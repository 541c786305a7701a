import { checkedAccount } from '@shiloh/contract/identity/sign-in'
import type { z } from 'zod'

/** Reads the account that a gate's phone keeps. Returns undefined if it is not one of this version. */
export function readAccount(kept: string): z.output<typeof checkedAccount> | undefined {
  try {
    return checkedAccount.safeParse(JSON.parse(kept)).data
  } catch {
    return undefined
  }
}
