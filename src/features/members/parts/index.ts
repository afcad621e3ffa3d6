export { AccountPage } from './AccountPage.tsx';
export { Avatar } from './Avatar.tsx';
