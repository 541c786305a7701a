export { CalendarMenu } from './client/calendar-menu.tsx'
