import { alertRoutes } from './alerts/alerts.ts'
import { authorizationRoutes } from './authorization.ts'
import {
  catererRoutes,
  committeeTypeRoutes,
  participantTypeRoutes,
  productOptionRoutes,
  productRoutes,
  speakerRoutes,
} from './catalogue.ts'
import { scanRoutes } from './checkin/scan-list.ts'
import { contentRoutes } from './content.ts'
import type { Route } from './core.ts'
import { adminEventRoutes } from './events/events.ts'
import { eventFormRoutes } from './forms/form-definitions.ts'
import { titleClaimRoutes } from './identity/titles-to-confirm.ts'
import { importRoutes } from './imports.ts'
import { insightRoutes } from './insight.ts'
import { announcementRoutes } from './messaging/announcements.ts'
import { bulkMessageRoutes } from './messaging/bulk.ts'
import { messageTemplateRoutes } from './messaging/templates.ts'
import { organisationRoutes } from './organisation.ts'
import { paymentRoutes } from './payments/payments.ts'
import { refundRoutes } from './payments/refunds.ts'
import { tillRoutes } from './payments/till.ts'
import { reservationRoutes } from './reservations/reservations.ts'
import { sampleFileRoutes } from './sample-files.ts'
import { taskRoutes, taskTemplateRoutes } from './tasks.ts'
import { eventBlockRoutes, eventCenterRoutes, eventRoomRoutes, roomCategoryRoutes } from './venues.ts'
import { workflowRoutes } from './workflows.ts'

/** The lists of the admin area that keep views, by the name of their screen, each with the route of its rows. */
export const OFFICE_LISTS = {
  'admin-users': authorizationRoutes.listAdminUsers,
  alerts: alertRoutes.listAlerts,
  'announcement-readers': announcementRoutes.listReaders,
  announcements: announcementRoutes.listAnnouncements,
  approvals: workflowRoutes.listApprovals,
  'assembly-types': organisationRoutes.listAssemblyTypes,
  'audit-trail': insightRoutes.listAuditTrail,
  blogs: contentRoutes.listBlogs,
  'bulk-messages': bulkMessageRoutes.listBulkMessages,
  'cash-entries': tillRoutes.listTillEntries,
  caterers: catererRoutes.list,
  'checkin-users': authorizationRoutes.listCheckinUsers,
  'church-map': organisationRoutes.listChurchUnits,
  closings: tillRoutes.listClosings,
  comments: contentRoutes.listComments,
  'committee-types': committeeTypeRoutes.list,
  countries: organisationRoutes.listCountries,
  designations: organisationRoutes.listDesignations,
  'event-blocks': eventBlockRoutes.list,
  'event-centers': eventCenterRoutes.list,
  'event-forms': eventFormRoutes.list,
  'event-rooms': eventRoomRoutes.list,
  events: adminEventRoutes.listAdminEvents,
  imports: importRoutes.listImports,
  'log-access': insightRoutes.listLog,
  'log-errors': insightRoutes.listLog,
  'log-imports': insightRoutes.listLog,
  'log-mail': insightRoutes.listLog,
  'log-payments': insightRoutes.listLog,
  'log-security': insightRoutes.listLog,
  'log-sms': insightRoutes.listLog,
  'message-templates': messageTemplateRoutes.listMessageTemplates,
  money: tillRoutes.listMoney,
  'open-money': paymentRoutes.listOpenPayments,
  'participant-types': participantTypeRoutes.list,
  permissions: authorizationRoutes.listPermissions,
  policies: authorizationRoutes.listPolicies,
  'product-options': productOptionRoutes.list,
  products: productRoutes.list,
  recipients: bulkMessageRoutes.listRecipients,
  refunds: refundRoutes.listRefunds,
  reservations: reservationRoutes.listReservations,
  'resource-actions': authorizationRoutes.listResourceActions,
  resources: authorizationRoutes.listResources,
  'room-categories': roomCategoryRoutes.list,
  'sample-files': sampleFileRoutes.list,
  scans: scanRoutes.listScans,
  speakers: speakerRoutes.list,
  'task-templates': taskTemplateRoutes.list,
  tasks: taskRoutes.list,
  titles: organisationRoutes.listTitles,
  'titles-to-confirm': titleClaimRoutes.listTitlesToConfirm,
  'user-roles': authorizationRoutes.listUserRoles,
  users: authorizationRoutes.listUsers,
  'waiting-list': reservationRoutes.listWaiting,
  'workflow-runs': workflowRoutes.listRuns,
  workflows: workflowRoutes.list,
} as const satisfies Readonly<Record<string, Route>>

/** The name of a list that keeps views. */
export type OfficeList = keyof typeof OFFICE_LISTS
