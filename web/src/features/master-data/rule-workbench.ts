export { RuleWorkbench } from './custom-forms/rule/workbench';
