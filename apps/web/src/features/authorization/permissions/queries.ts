import { authorizationRoutes } from '@shiloh/contract/authorization'

/** Routes whose responses become stale when the model changes. */
export const modelRoutes = [
  authorizationRoutes.readPermissionSchema,
  authorizationRoutes.listHolders,
  authorizationRoutes.explainAdminUser,
  authorizationRoutes.listPolicies,
  authorizationRoutes.getPolicy,
  authorizationRoutes.listUserRoles,
]
