import type { Permission } from '@shiloh/contract/permissions'
import { isAllowed } from '@shiloh/contract/permissions'
import { createContext, useContext } from 'react'
import type { GuardUser } from './guard.ts'

/** The signed-in person, as far as every page needs them. */
export interface AccountUser extends GuardUser {
  readonly _id: string
  readonly first_name: string
  readonly last_name: string
  readonly email: string | null
  readonly avatar_url: string | null
}

/** The church that runs this deployment (`client_group`). */
export interface Organisation {
  readonly name: string
  readonly color: string | null
  readonly logo_url: string | null
  readonly currency: string
  readonly time_zone: string
}

/** What a page knows of who is looking at it: the answer of `POST /auth/check`. */
export interface Account {
  readonly user: AccountUser | undefined
  readonly settings: {
    readonly maintenance: boolean
    readonly phoneVerificationRequired: boolean
    readonly signUpsDisabled: boolean
    readonly idleMinutes: number
  }
  readonly organisation: Organisation
}

/** What holds for a visitor while the server has not been asked, or could not be (specification §8: sign-ups enabled). */
export const visitor: Account = {
  user: undefined,
  settings: { maintenance: false, phoneVerificationRequired: false, signUpsDisabled: false, idleMinutes: 5 },
  organisation: { name: 'Shiloh', color: null, logo_url: null, currency: 'GHS', time_zone: 'Africa/Accra' },
}

export const AccountContext = createContext<Account>(visitor)

/** Who is looking at the page. */
export const useAccount = (): Account => useContext(AccountContext)

/** Whether the person may do this; the server decides, the browser only hides. */
export function useCan(): (permission: Permission, objectId?: string) => boolean {
  const { user } = useAccount()
  return (permission, objectId) => user !== undefined && isAllowed(user.authorization, permission, objectId)
}
