import { authorizationRoutes } from '@shiloh/contract/authorization'
import { bind } from '#http/binder'
import { adminUserHandlers } from './admin-users.ts'
import { checkinUserHandlers } from './checkin-users.ts'
import { modelHandlers } from './model.ts'
import { userHandlers } from './users.ts'

export const endpoints = bind(authorizationRoutes, {
  ...modelHandlers,
  ...adminUserHandlers,
  ...userHandlers,
  ...checkinUserHandlers,
})
