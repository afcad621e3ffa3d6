/** The screens of accounts, which lead to each other: one file of the build. */
export { default as Login } from '#screens/login/Login.tsx';
export { default as Register } from '#screens/register/Register.tsx';
export { default as SignUpSuccess } from '#screens/sign-up-success/SignUpSuccess.tsx';
export { default as ConfirmEmail } from '#screens/confirm-email/ConfirmEmail.tsx';
export { default as ResetPassword } from '#screens/reset-password/ResetPassword.tsx';
export { default as ChangePassword } from '#screens/change-password/ChangePassword.tsx';
export { default as UpdatePassword } from '#screens/update-password/UpdatePassword.tsx';
export { default as ProfileSimple } from '#screens/profile/ProfileSimple.tsx';
export { default as Profile } from '#screens/profile/Profile.tsx';
