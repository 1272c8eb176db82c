export { RuleWorkbench as default } from './custom-forms/rule/workbench';
