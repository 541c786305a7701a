import { authorizationRoutes } from '@shiloh/contract/authorization'

/** Routes whose answers a change of the model makes stale. */
export const modelRoutes = [
  authorizationRoutes.readPermissionSchema,
  authorizationRoutes.listHolders,
  authorizationRoutes.explainAdminUser,
  authorizationRoutes.listPolicies,
  authorizationRoutes.getPolicy,
  authorizationRoutes.listUserRoles,
]
