import { authorizationRoutes } from '@shiloh/contract/authorization'
import { bind } from '#http/binder'
import { adminUserHandlers } from './admin-users.ts'
import { checkinUserHandlers } from './checkin-users.ts'
import { modelHandlers } from './model.ts'
import { userHandlers } from './users.ts'

export const endpoints = bind(
  authorizationRoutes,
  { ...modelHandlers, ...adminUserHandlers, ...userHandlers, ...checkinUserHandlers },
  // Hashing a password and storing a picture take longer than a transaction should be open.
  { ownTransaction: ['updateUser', 'createCheckinUser', 'setCheckinUserPassword'] },
)
