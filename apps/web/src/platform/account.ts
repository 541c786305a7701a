import type { Account as Person } from '@shiloh/contract/identity/account'
import type { ClientGroup, publicSettings } from '@shiloh/contract/organisation'
import type { Permission } from '@shiloh/contract/permissions'
import { isAllowed } from '@shiloh/contract/permissions'
import type { StaticDataRouteOption } from '@tanstack/react-router'
import { createContext, useContext } from 'react'
import type { z } from 'zod'

/** The account of the page's user, and the settings: the response of `POST /auth/check`. */
export interface Account {
  readonly user: Person | undefined
  readonly settings: z.output<typeof publicSettings>
  readonly organisation: ClientGroup
}

/**
 * The account of a visitor while the server cannot be reached. Sign-up counts as open
 * (docs/domain.md#navigation-guard).
 */
export const visitor: Account = {
  user: undefined,
  settings: {
    general_settings: { enable_maintenance_mode: false, maintenance_message: '' },
    security_settings: { idle_timeout: 5, require_client_phone_verification: false },
    password_complexity_settings: {
      enable_password_complexity_check: true,
      minimum_length: 8,
      include_upper_and_lower_cased_characters: true,
      include_special_character: true,
      include_number: true,
    },
    sign_ups_disabled: false,
  },
  organisation: {
    _id: '',
    name: 'Shiloh',
    short_name: 'Shiloh',
    logo_url: null,
    color: '#2F3A78',
    country: 'GH',
    currency: 'GHS',
    time_zone: 'Africa/Accra',
    language: 'en',
    date_format: 'dd-MM-yyyy',
    email: null,
    phone: null,
    address: null,
    about: '',
  },
}

export const AccountContext = createContext<Account>(visitor)

/** Returns the account of the page's user. */
export const useAccount = (): Account => useContext(AccountContext)

/** Returns a check of the user's permissions. The server decides; the browser only hides things. */
export function useCan(): (permission: Permission, objectId?: string) => boolean {
  const { user } = useAccount()
  return (permission, objectId) => user !== undefined && isAllowed(user.authorization, permission, objectId)
}

/** Returns a check whether the user may open a page: as the guard decides, for the menu and the search. */
export function useMayOpen(): (page: StaticDataRouteOption) => boolean {
  const { user } = useAccount()
  const can = useCan()
  return ({ roles, permissions = [], oneOf }) =>
    (!roles || (user !== undefined && roles.includes(user.user_type))) &&
    permissions.every((permission) => can(permission)) &&
    (oneOf?.some((permission) => can(permission)) ?? true)
}
